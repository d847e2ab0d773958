package check

import (
	"maps"
)

// This file describes which flows a program shows to those that use it as a component.

// shownFlows is what a program shows to those that use it as a component: the
// flows of its outputs. Their dependencies are the inputs they are made of.
type shownFlows struct {
	dir     string
	outputs map[string]Flow
}

func (s *shownFlows) equal(o *shownFlows) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.dir == o.dir && maps.EqualFunc(s.outputs, o.outputs, Flow.equal)
}
