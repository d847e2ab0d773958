package check

import (
	"maps"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file describes what the program of another directory shows to its users.

// componentState says whether a source can be used.
type componentState uint8

const (
	componentReady componentState = iota
	componentMissing
	componentSelf
	componentCycle
	componentTooMany // its program reaches too many others
	componentPartial // a file of its program is too large to be parsed
)

// componentInterface is what the program of a directory shows: the inputs it
// takes, and the object of its outputs.
type componentInterface struct {
	state   componentState
	dir     string
	inputs  map[string]componentInput
	outputs typesys.Type
	// shown are the logical names of configs and outputs that have another name in
	// the inner program, by that name.
	shown  map[string]string
	errors int
	first  Related   // the first error, when there are any
	cycle  []Related // the sources that lead back here, when they do
	hook   Related   // the first place where the inner program gives a hook to a resource
	alias  Related   // the first alias with a name that no run gives a resource inside
}

// componentInput is a config of the inner program, by its logical name.
type componentInput struct {
	t        typesys.Type
	required bool
	path     string
	span     syntax.Span
}

func (c *componentInterface) equal(o *componentInterface) bool {
	return c.state == o.state && c.dir == o.dir && c.outputs == o.outputs && c.errors == o.errors &&
		c.first == o.first && c.hook == o.hook && c.alias == o.alias && maps.Equal(c.inputs, o.inputs) && maps.Equal(c.shown, o.shown) && slices.Equal(c.cycle, o.cycle)
}

func (c *componentInterface) names() []string { return slices.Sorted(maps.Keys(c.inputs)) }

// types are the types of the inputs, by name.
func (c *componentInterface) types() map[string]typesys.Type {
	types := make(map[string]typesys.Type, len(c.inputs))
	for name, input := range c.inputs {
		types[name] = input.t
	}
	return types
}

// reach is what lies behind the components of a program. Programs in a circle share one.
type reach struct {
	// circle are the directories, without links, of programs that use each other as
	// components, directly or not. It is nil for a program in no circle.
	circle  map[string]bool
	atMost  int  // how many programs there are at most, with those of the circle
	tooMany bool // there are more than maxReached others

	programs []*Program // those of the circle, or the program; nil if nobody looked further, as there are too many
	behind   []*reach   // of their other components
	lacks    sync.Once  // finds out what follows
	lacking  bool       // see mayLackFindings
}
