package plan

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
)

// This file decides about resources that a run looks up and does not manage. (The engine: step_generator.go,
// GenerateReadSteps.)

// ByRead is what replaces a resource in whose place another one is looked up.
const ByRead = "read"

// lookUp decides about a lookup. One of what the state has, as looked up before, is the same.
func (s *Step) lookUp() {
	s.Op = Read
	id, old := s.inputs[eval.OutputID], s.Existing
	switch known := id != cty.NilVal && bare(id).IsKnown(); {
	case old == nil:
	case known && textOf(bare(id)) == old.ID && old.External:
		s.Op = Same
	case old.External:
		s.Reason = "the resource that was read before had another id"
	case !known:
		s.Op, s.Reason = CannotTell, "its id is not known: if it is not that of the resource that exists, this one is deleted"
	case textOf(bare(id)) == old.ID:
		s.Reason = "the real resource stays, and a run manages it no longer"
	default:
		s.Op, s.By, s.Retained = Replace, ByRead, old.RetainOnDelete
	}
}
