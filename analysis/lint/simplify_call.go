package lint

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports calls, loops and interpolations that return their operand unchanged.

// needlessCall reports calls that return their argument, or its only element.
func needlessCall(p Pass, e *hclsyntax.FunctionCallExpr) {
	if e.ExpandFinal || strings.Contains(p.source(e), "<<") {
		return // a heredoc ends with its line, so it can't be moved into other code
	}
	b := language.Called(e.Name)
	switch {
	case b.Text == language.TextJoined && len(e.Args) == 2:
		list, ok := tree.Unparen(e.Args[1]).(*hclsyntax.TupleConsExpr)
		if ok && len(list.Exprs) == 1 && !p.isWrongArgument(e.Args[0]) && isA(p.Info.TypeOf(list.Exprs[0]), value.StringKind) {
			p.Report(codes.SimplifyCall, tree.Span(e.NameRange), "there is only one string to join; write it alone")
		}
	case b.Evaluation == language.EvaluateFirstSuccess && len(e.Args) == 1:
		p.Report(codes.SimplifyCall, tree.Span(e.NameRange), "`"+b.Name+"` with one argument has no fallback; add one, or write the argument alone")
	}
}

// isWrongArgument reports whether the checker found that an argument has a wrong type.
func (p Pass) isWrongArgument(e hclsyntax.Expression) bool {
	span := tree.NodeSpan(e)
	return slices.ContainsFunc(p.Info.Findings, func(d diagnostic.Diagnostic) bool {
		return d.Code == codes.CallArg && span.Start <= d.Span.Start && d.Span.End <= span.End
	})
}

// copyingLoop reports loops that only copy their collection.
func copyingLoop(p Pass, e *hclsyntax.ForExpr) {
	if e.CondExpr != nil || e.Group || tree.Name(e.ValExpr) != e.ValVar || e.ValVar == e.KeyVar {
		return
	}
	t := p.Info.TypeOf(e.CollExpr)
	if !t.IsValid() {
		return
	}
	kind := typesys.Unwrapped(typesys.PlainShape(t)).Kind()
	copies := kind == typesys.KindList && isA(t, value.ListKind)
	if e.KeyExpr != nil {
		copies = kind == typesys.KindMap && isA(t, value.ObjectKind) && e.KeyVar != "" && tree.Name(e.KeyExpr) == e.KeyVar
	}
	if call, ok := tree.Unparen(e.CollExpr).(*hclsyntax.FunctionCallExpr); ok && p.Language.Called(call.Name).ConversionOnly {
		return // the call itself is reported
	}
	if copies {
		p.Report(codes.SimplifyFor, tree.Span(e.Range()), "this loop only copies its collection; write the collection alone")
	}
}

// interpolatedTexts reports interpolations of literal strings.
func interpolatedTexts(p Pass, e *hclsyntax.TemplateExpr) {
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
		if inside := text[span.Start+1 : span.End-1]; inside == "" || strings.ContainsAny(inside, `$%\`) {
			continue // it escapes a character of the template
		}
		p.Report(codes.SimplifyInterpolation, syntax.Span{Start: span.Start - len("${"), End: span.End + 1}, "this string needs no `${ }` around it")
	}
}
