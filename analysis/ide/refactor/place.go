package refactor

import (
	"context"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds the items that a refactoring is about, and what is selected in them.

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

// placesOf returns the items of a program that are wanted.
func placesOf(ctx context.Context, p *analysis.Program, wanted func(syntax.Placed) bool) ([]place, error) {
	var all []place
	for _, f := range p.Files {
		for _, it := range f.All() {
			if it.Kind == syntax.KindBlank || !wanted(it) {
				continue
			}
			info, err := p.Check(ctx, it)
			if err != nil {
				return nil, err
			}
			all = append(all, place{ctx: ctx, program: p, path: f.Path, item: it, info: info})
		}
	}
	return all, nil
}

// everything is wanted.
func everything(syntax.Placed) bool { return true }

// mentions wants the items that may need one of some names.
func mentions(names map[string]bool) func(syntax.Placed) bool {
	return func(it syntax.Placed) bool {
		for name := range names {
			if strings.Contains(it.Text, name) {
				return true
			}
		}
		return false
	}
}
