package refactor

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file offers refactorings that change where declarations are, or what they register. They
// keep everything that is deployed.

// Moves returns the refactorings of whole declarations for a selection. Their changes are computed
// when they are chosen, see [Action.Make]. The only error is the context's.
func Moves(ctx context.Context, around keep.Around, p *analysis.Program, path string, selected syntax.Span) ([]Action, error) {
	s, ok, err := placeOf(ctx, p, path, selected)
	if err != nil || syntax.IsInputs(path) {
		return nil, err
	}
	var all []moved
	switch {
	case ok && s.item.Block() != nil && (s.inHeader() || s.inOption(language.NameParent) || s.inOption(language.RangeVariable)):
		all = slices.Concat(s.ranges(), s.parents(), s.files())
	case ok && s.item.Kind == syntax.KindLocal && s.inHeader():
		all = s.files()
	case !ok && selected.Len() > 0:
		all = roll(ctx, p, path, selected)
	}
	actions := make([]Action, len(all))
	for i, m := range all {
		actions[i] = m.Action
		actions[i].Change.Edits = nil
		if m.Disabled == "" {
			actions[i].Make = m.keeping(around, p)
		}
	}
	return sighted(p, actions), ctx.Err()
}

// moved is an action whose change does not keep the resources yet.
type moved struct {
	Action
	to keep.Becomes
}

// rewritten is an action that keeps the resources, unless there is a reason against it.
func rewritten(id, title string, edits []change.Edit, why string, to keep.Becomes) moved {
	return moved{Action{ID: id, Title: title, Kind: Rewrite, Disabled: why, Change: change.Set{Edits: edits}}, to}
}

// keeping completes the change when the action is chosen.
func (m moved) keeping(around keep.Around, p *analysis.Program) func(context.Context) (*change.Set, error) {
	return func(ctx context.Context) (*change.Set, error) {
		return keep.State(ctx, around, keep.Refactoring{Program: p, Change: m.Change, Becomes: m.to})
	}
}

// inHeader reports whether the selection is in the keyword, the name or the labels.
func (s place) inHeader() bool {
	end := s.item.NameSpan.End
	if n := len(s.item.Labels); n > 0 {
		end = max(end, s.item.Labels[n-1].Span.End)
	}
	start := s.item.NameSpan.Start
	if s.item.Keyword != "" {
		start = s.item.KeywordSpan.Start
	}
	return start <= s.selected.Start && s.selected.End <= end
}

// inOption reports whether the selection is in an option.
func (s place) inOption(name string) bool {
	a := s.option(name)
	return a != nil && syntax.SpanOf(a).Touches(s.selected.Start) && s.selected.End <= syntax.SpanOf(a).End
}
