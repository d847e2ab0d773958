package lint

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports calls, loops and interpolations that give back what they are
// given.

// needlessCall reports a call that gives its argument, or the one element of it.
func needlessCall(p *Pass, e *hclsyntax.FunctionCallExpr) {
	if e.ExpandFinal || strings.Contains(p.source(e), "<<") {
		return // how a text of several lines ends is part of the line after it
	}
	b := language.Called(e.Name)
	switch {
	case b.Text == language.TextJoined && len(e.Args) == 2:
		list, ok := tree.Unparen(e.Args[1]).(*hclsyntax.TupleConsExpr)
		if ok && len(list.Exprs) == 1 && !p.isWrongArgument(e.Args[0]) && isA(p.Info.Types[list.Exprs[0]], value.StringKind) {
			p.Report(codes.SimplifyCall, tree.Span(e.NameRange), "there is only one text to join; write it alone")
		}
	case b.Evaluation == language.EvaluateFirstSuccess && len(e.Args) == 1:
		p.Report(codes.SimplifyCall, tree.Span(e.NameRange), "with nothing else to try, `"+b.Name+"` fails as its argument does; write the argument alone, or add what to take instead")
	}
}

// isWrongArgument reports whether the checker reports the type of an argument.
func (p *Pass) isWrongArgument(e hclsyntax.Expression) bool {
	span := tree.NodeSpan(e)
	return slices.ContainsFunc(p.Info.Findings, func(d check.Diagnostic) bool {
		return d.Code == codes.CallArg && span.Start <= d.Span.Start && d.Span.End <= span.End
	})
}

// copyingLoop reports a loop that makes the collection again that it goes through.
func copyingLoop(p *Pass, e *hclsyntax.ForExpr) {
	if e.CondExpr != nil || e.Group || tree.Name(e.ValExpr) != e.ValVar || e.ValVar == e.KeyVar {
		return
	}
	t := p.Info.Types[e.CollExpr]
	if !t.IsValid() {
		return
	}
	kind := typesys.Unwrapped(typesys.PlainShape(t)).Kind()
	copies := kind == typesys.KindList && isA(t, value.ListKind)
	if e.KeyExpr != nil {
		copies = kind == typesys.KindMap && isA(t, value.ObjectKind) && e.KeyVar != "" && tree.Name(e.KeyExpr) == e.KeyVar
	}
	if call, ok := tree.Unparen(e.CollExpr).(*hclsyntax.FunctionCallExpr); ok && language.Called(call.Name).ConversionOnly {
		return // that is not to be written in any case
	}
	if copies {
		p.Report(codes.SimplifyFor, tree.Span(e.Range()), "this loop gives the collection that it goes through; write that alone")
	}
}

// interpolatedTexts reports texts in quotes inside of the interpolations of a text.
func interpolatedTexts(p *Pass, e *hclsyntax.TemplateExpr) {
	text := p.Item.Text
	whole := tree.Span(e.Range())
	if len(e.Parts) < 2 || whole.End > len(text) || text[whole.Start] != '"' {
		return
	}
	for _, part := range e.Parts {
		inner, ok := part.(*hclsyntax.TemplateExpr)
		span := tree.Span(part.Range())
		if !ok || span.Start-len("${") < whole.Start || span.End >= whole.End || text[span.Start] != '"' {
			continue
		}
		if _, plain := tree.PlainText(inner); !plain || !strings.HasSuffix(text[:span.Start], "${") || text[span.End] != '}' || strings.HasSuffix(text[:span.Start], "$${") {
			continue
		}
		if said := text[span.Start+1 : span.End-1]; said == "" || strings.ContainsAny(said, `$%\`) {
			continue // it is there to hide a sign from the template
		}
		p.Report(codes.SimplifyInterpolation, syntax.Span{Start: span.Start - len("${"), End: span.End + 1}, "this text needs no `${ }` around it")
	}
}
