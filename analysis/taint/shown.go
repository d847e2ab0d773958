package taint

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
)

// This file describes which taints a program shows to those that use it as a component.

// shownTaints is what a program shows to those that use it as a component: the
// taints of its outputs. Their dependencies are the inputs they are made of.
type shownTaints struct {
	dir     string
	outputs map[string]Taint
	// secret are the configs that are secret in themselves, sorted.
	secret []string
}

// givenAll reports whether inputs set all configs that are secret in themselves.
func (s *shownTaints) givenAll(inputs map[string]Taint) bool {
	return !slices.ContainsFunc(s.secret, func(name string) bool {
		_, given := inputs[name]
		return !given
	})
}

func (s *shownTaints) equal(o *shownTaints) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.dir == o.dir && slices.Equal(s.secret, o.secret) && maps.EqualFunc(s.outputs, o.outputs, Taint.equal)
}

// insides are what leads from the inputs of a component to the items that read them.
type insides struct {
	configs map[string]*program.Item // by their names outside; the first maxConfigs
	readers map[string][]int32       // of each name, items in declaration order
}

// maxConfigs is how many configs are followed into a component.
const maxConfigs = 64

// cache is what is kept with a program.
type cache struct {
	shown   atomic.Pointer[shownTaints] // to programs that use it as a component
	effects sync.Map                    // of each passedMark that was looked up, []effect
	inside  atomic.Pointer[insides]     // for them
}

// recorder records what the taints of an item are computed from.
type recorder struct {
	*check.Recorder
	callers callers // nil except where what callers pass is known
}

// callers know what a component is given.
type callers interface {
	// taint returns the taint of a name as the item self may see it.
	taint(r *program.Run, self *program.Item, name string) Taint
	// given says of what callers pass to a config whether it comes from an output, and whether it comes
	// from a resource that may not exist yet during a preview.
	given(e *program.Item) (isOutput, waits bool)
}

// given is what the callers say of a config; nothing where they are not known.
func (r recorder) given(e *program.Item) (isOutput, waits bool) {
	if r.callers == nil {
		return false, false
	}
	return r.callers.given(e)
}

func newRecorder(r *program.Run) recorder { return recorder{Recorder: check.NewRecorder(r)} }
