package check

import (
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
)

// This file describes which flows a program shows to those that use it as a component.

// shownFlows is what a program shows to those that use it as a component: the
// flows of its outputs. Their dependencies are the inputs they are made of.
type shownFlows struct {
	dir     string
	outputs map[string]Flow
	// secret are the configs that are secret in themselves, sorted.
	secret []string
}

// givenAll reports whether inputs set all configs that are secret in themselves.
func (s *shownFlows) givenAll(inputs map[string]Flow) bool {
	return !slices.ContainsFunc(s.secret, func(name string) bool {
		_, given := inputs[name]
		return !given
	})
}

func (s *shownFlows) equal(o *shownFlows) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.dir == o.dir && slices.Equal(s.secret, o.secret) && maps.EqualFunc(s.outputs, o.outputs, Flow.equal)
}

// insides are what leads from the inputs of a component to the items that read them.
type insides struct {
	configs map[string]*program.Item // by their names outside; the first maxConfigs
	readers map[string][]int32       // of each name, items in declaration order
}

// maxConfigs is how many configs are followed into a component.
const maxConfigs = 64
