package refactor

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
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
			actions[i].Disabled = "not all names of the program are known, because " + path.Base(unparsed.Path) + " is too large to be parsed"
		}
	}
	return actions
}

// bringsNoError tries the edits.
func (a Action) bringsNoError(ctx context.Context, p *analysis.Program) bool {
	t := speculate.Try(ctx, p, a.Change.Edits)
	return t.Known && t.Is.Errors <= t.Was.Errors
}

// place is a selection.
type place struct {
	ctx      context.Context
	program  *analysis.Program
	path     string
	item     syntax.Placed
	info     *analysis.Info
	selected syntax.Span      // relative to the item, without surrounding white space
	nodes    []hclsyntax.Node // around the selection, outermost first
	expr     hclsyntax.Expression
}

// placeOf fails if no item contains the whole selection or the item has errors.
func placeOf(ctx context.Context, p *analysis.Program, path string, selected syntax.Span) (place, bool, error) {
	file, known := p.File(path)
	if !known {
		return place{}, false, nil
	}
	text := file.Slice(selected)
	selected.Start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	selected.End = max(selected.Start, selected.Start+len(strings.TrimSpace(text)))
	it, ok := p.ItemAt(path, selected.Start)
	if !ok || len(it.Errors) > 0 || selected.End > it.Base+len(it.Text) {
		return place{}, false, nil
	}
	info, err := p.Check(ctx, it)
	if err != nil {
		return place{}, false, err
	}
	s := place{ctx: ctx, program: p, path: path, item: it, info: info, selected: selected.Shift(-it.Base)}
	for _, n := range syntax.NodeAt(it.Item, s.selected.Start) {
		if span := syntax.SpanOf(n); span.Start > s.selected.Start || span.End < s.selected.End {
			continue
		}
		s.nodes = append(s.nodes, n)
		if e, is := n.(hclsyntax.Expression); is && info.TypeOf(e).IsValid() {
			s.expr = e
		}
	}
	return s, true, nil
}

func (s place) text(span syntax.Span) string { return s.item.Text[span.Start:span.End] }

func (s place) textOf(n hclsyntax.Node) string { return s.text(syntax.SpanOf(n)) }

func (s place) replace(span syntax.Span, text string) change.Edit {
	return change.Edit{Path: s.path, Span: span.Shift(s.item.Base), Text: text}
}

func (s place) lineEnd() string { return printer.LineEnd(s.item.Text) }

// root returns the syntax tree of the item, if it has one.
func (s place) root() (hclsyntax.Node, bool) {
	switch {
	case s.item.Block() != nil:
		return s.item.Block(), true
	case s.item.Attr() != nil:
		return s.item.Attr(), true
	}
	return nil, false
}

// innermost returns the innermost node of a type around the selection.
func innermost[T hclsyntax.Node](s place) (found T, ok bool) { return innermostOf[T](s.nodes) }

// innermostOf returns the last of some nodes that has a type.
func innermostOf[T hclsyntax.Node](nodes []hclsyntax.Node) (found T, ok bool) {
	for _, n := range nodes {
		if is, right := n.(T); right {
			found, ok = is, true
		}
	}
	return found, ok
}

func rewriting(id, title string, edits ...change.Edit) []Action {
	return []Action{{ID: id, Title: title, Kind: Rewrite, Change: change.Set{Edits: edits}}}
}
