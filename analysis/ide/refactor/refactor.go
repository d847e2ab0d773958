package refactor

import (
	"context"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/speculate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Kind is a kind of refactoring, as the Language Server Protocol names it.
type Kind string

// The kinds of refactorings.
const (
	Extract Kind = "refactor.extract"
	Inline  Kind = "refactor.inline"
	Rewrite Kind = "refactor.rewrite"
	Move    Kind = "refactor.move"
)

// Kinds returns all kinds of refactorings.
func Kinds() []Kind { return []Kind{Extract, Inline, Rewrite, Move} }

// Action is one way to rewrite the program.
type Action struct {
	// ID distinguishes the actions of one place.
	ID    string
	Title string
	Kind  Kind
	// Disabled is the reason why the action is not possible, or empty.
	Disabled string
	// Change is what the action does. It is empty if Disabled is set.
	Change change.Set
	// Make computes the change when the action is chosen; nil if it is there. Until then, Change
	// holds new files only. The error is a [*change.Refusal], or the context's.
	Make func(context.Context) (*change.Set, error)
}

// At returns the refactorings for a selection, which may be empty. The only error is the
// context's.
func At(ctx context.Context, p *analysis.Program, path string, selected syntax.Span) ([]Action, error) {
	s, ok, err := placeOf(ctx, p, path, selected)
	if err != nil {
		return nil, err
	}
	var all []Action
	switch {
	case ok && s.item.Inputs != nil: // nothing but attributes can be added
		all = s.actions(slices.Concat(inside, []finder{sortAttributes}))
	case ok:
		all = slices.Concat(
			sighted(p, s.actions([]finder{extractLocal, extractConfig, inlineLocal})), s.actions(inside),
			sighted(p, s.actions([]finder{addOutput})), s.actions([]finder{sortAttributes}),
		)
	}
	var right []Action
	for _, a := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if a.Disabled != "" || a.bringsNoError(ctx, p) {
			right = append(right, a)
		}
	}
	return right, ctx.Err()
}

// finder finds actions for a selection.
type finder func(place) []Action

// inside are finders whose actions change an item and add none.
var inside = []finder{joinOfTemplate, templateOfJoin, splatOfFor, forOfSplat, objectOfText, secrecy}

func (s place) actions(finders []finder) []Action {
	return slices.Concat(lists.Map(finders, func(find finder) []Action { return find(s) })...)
}

// sighted disables actions that need to know all names of the program, if a file is not parsed.
func sighted(p *analysis.Program, actions []Action) []Action {
	unparsed := p.Unparsed()
	for i := range actions {
		if unparsed != nil && actions[i].Disabled == "" {
			actions[i].Change, actions[i].Make = change.Set{}, nil
			actions[i].Disabled = "not all names of the program are known, because " + path.Base(unparsed.Path) + " is not parsed"
		}
	}
	return actions
}

// bringsNoError tries the edits.
func (a Action) bringsNoError(ctx context.Context, p *analysis.Program) bool {
	t := speculate.Try(ctx, p, a.Change.Edits)
	return t.Known && t.Is.Errors <= t.Was.Errors
}

func rewriting(id, title string, edits ...change.Edit) []Action {
	return []Action{{ID: id, Title: title, Kind: Rewrite, Change: change.Set{Edits: edits}}}
}
