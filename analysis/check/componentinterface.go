package check

import (
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file describes what the program of another directory shows to its users.

// ComponentState says whether a source can be used.
type ComponentState uint8

// The states of a source.
const (
	ComponentReady   ComponentState = iota
	ComponentMissing                // there is no program
	ComponentSelf                   // it is the directory of the program itself
	ComponentCycle                  // its program uses this one, directly or not
	ComponentTooMany                // its program reaches too many others
	ComponentPartial                // a file of its program is too large to be parsed
)

// ComponentInterface is what the program of a directory shows: the inputs it
// takes, and the object of its outputs.
type ComponentInterface struct {
	State ComponentState
	// Dir is the directory. Inputs are by their logical names, and Outputs are the type of an object.
	Dir     string
	Inputs  map[string]ComponentInput
	Outputs typesys.Type
	// Shown are the logical names of configs and outputs that have another name in
	// the inner program, by that name.
	Shown  map[string]string
	Errors int                  // how many the program has, whatever is given to it
	First  diagnostic.Related   // the first error, when there are any
	Cycle  []diagnostic.Related // the sources that lead back here, when they do
	Hook   diagnostic.Related   // the first place where the inner program gives a hook to a resource
	Alias  diagnostic.Related   // the first alias with a name that no run gives a resource inside
}

// ComponentInput is a config of the inner program, by its logical name.
type ComponentInput struct {
	Type     typesys.Type
	Required bool // it has no default
	// Errors are how many the default has when it is evaluated, and First is the first one.
	Errors int
	First  diagnostic.Related
	// Path and Span are where its name is declared.
	Path string
	Span syntax.Span
}

func (c *ComponentInterface) equal(o *ComponentInterface) bool {
	return c.State == o.State && c.Dir == o.Dir && c.Outputs == o.Outputs && c.Errors == o.Errors &&
		c.First == o.First && c.Hook == o.Hook && c.Alias == o.Alias && maps.Equal(c.Inputs, o.Inputs) && maps.Equal(c.Shown, o.Shown) && slices.Equal(c.Cycle, o.Cycle)
}

// Names are the names of the inputs, sorted.
func (c *ComponentInterface) Names() []string { return slices.Sorted(maps.Keys(c.Inputs)) }

// types are the types of the inputs, by name.
func (c *ComponentInterface) types() map[string]typesys.Type {
	types := make(map[string]typesys.Type, len(c.Inputs))
	for name, input := range c.Inputs {
		types[name] = input.Type
	}
	return types
}

// MaxReached limits the programs that a component may reach. Programs with more are not
// opened as components: everything that looks into components goes as deep as they do.
const MaxReached = 1000
