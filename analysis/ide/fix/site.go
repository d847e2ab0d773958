package fix

import (
	"context"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the place of a finding and the syntax around it.

// site is the place of a finding.
type site struct {
	ctx     context.Context
	program *analysis.Program
	finding analysis.Diagnostic
	path    string
	file    *syntax.File
	item    syntax.Placed
	span    syntax.Span      // of the finding, relative to the item
	nodes   []hclsyntax.Node // nodes around the start of the finding, outermost first

	code     codes.Code
	severity codes.Severity

	ordinals func() map[place]int // see [ordinalsOf]
}

func siteOf(p *analysis.Program, d analysis.Diagnostic) (site, bool) {
	file, known := p.File(d.Path)
	item, ok := p.ItemAt(d.Path, d.Span.Start)
	if !known || !ok {
		return site{}, false
	}
	span := d.Span.Shift(-item.Base)
	return site{
		ctx: context.Background(), program: p, finding: d, path: d.Path, file: file, item: item, span: span,
		nodes: syntax.NodeAt(item.Item, span.Start), code: d.Code, severity: d.Severity,
	}, span.Start >= 0 && span.End <= len(item.Text)
}

// innermost returns the innermost node of a type around the finding that satisfies a
// condition.
func innermost[T hclsyntax.Node](s site, like func(T) bool) (found T, ok bool) {
	for _, n := range s.nodes {
		if is, right := n.(T); right && like(is) {
			found, ok = is, true
		}
	}
	return found, ok
}

// text returns the text of a span of the item.
func (s site) text(span syntax.Span) string { return s.item.Text[span.Start:span.End] }

// lineEnd returns the line ending of the file.
func (s site) lineEnd() string { return printer.LineEnd(s.file.Text()) }

// line returns the line around an offset of the item, including its line ending.
func (s site) line(at int) syntax.Span {
	return edit.Line(s.item.Text, at)
}

// lineOf returns the line around an offset of the item, without its line ending.
func (s site) lineOf(at int) syntax.Span {
	line := s.line(at)
	line.End = line.Start + len(strings.TrimRight(s.text(line), "\r\n"))
	return line
}

// attribute returns the innermost attribute around the finding.
func (s site) attribute() (*hclsyntax.Attribute, bool) {
	return innermost(s, func(*hclsyntax.Attribute) bool { return true })
}

// call returns the innermost call around the finding.
func (s site) call() (*hclsyntax.FunctionCallExpr, bool) {
	return innermost(s, func(*hclsyntax.FunctionCallExpr) bool { return true })
}

// expression returns the expression whose span is the finding.
func (s site) expression() (hclsyntax.Expression, bool) {
	return innermost(s, func(e hclsyntax.Expression) bool { return syntax.SpanOf(e) == s.span })
}

// isWhole reports whether the finding covers the whole value of an attribute.
func (s site) isWhole() bool {
	a, ok := s.attribute()
	return ok && syntax.SpanOf(a.Expr) == s.span
}

func (s site) of(e hclsyntax.Expression) string { return s.text(syntax.SpanOf(e)) }

func (s site) binary() (*hclsyntax.BinaryOpExpr, bool) {
	return innermost(s, func(b *hclsyntax.BinaryOpExpr) bool { return syntax.SpanOf(b) == s.span })
}

// wanted returns the type expected at the finding if the whole expression there is missing.
func (s site) wanted() typesys.Type {
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil {
		return typesys.Dynamic
	}
	for _, n := range s.nodes {
		if t := info.ExpectedOf(n); t.IsValid() && syntax.SpanOf(n) == s.span {
			return typesys.Strip(t)
		}
		if _, inText := n.(*hclsyntax.TemplateExpr); inText {
			return typesys.String
		}
	}
	return typesys.Dynamic
}
