package checked

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the tokens in an item that name packages.

// packageRefs are the packages that the tokens of an item name, each with the
// place of its token: of resources, lookups, calls of invoke, and components
// without a source.
func packageRefs(it *syntax.Item) []syntax.Ref {
	var refs []syntax.Ref
	add := func(token string, span syntax.Span) {
		if t, ok := schema.ParseToken(token); ok {
			refs = append(refs, syntax.Ref{Name: t.Schema(), Span: span})
		}
	}
	isResource := it.Kind == syntax.KindResource || it.Kind == syntax.KindRead
	if isResource && len(it.Labels) > 1 {
		add(it.Labels[1].Value, it.Labels[1].Span)
	}
	if it.Kind == syntax.KindComponent && it.Block() != nil && it.Block().Body.Attributes["token"] != nil {
		token := it.Block().Body.Attributes["token"]
		if text, ok := tree.PlainText(token.Expr); ok {
			add(text, tree.Span(token.Expr.Range()))
		}
	}
	eachInvoke(it, func(arg hclsyntax.Expression) {
		if text, ok := tree.PlainText(arg); ok {
			add(text, tree.Span(arg.Range()))
		}
	})
	return refs
}

// invoking are the builtins that call functions of packages.
var invoking = language.BuiltinsWhere(func(b *language.Builtin) bool { return b.Source == language.SourceFunction })

// eachInvoke visits the tokens in an item that name functions of packages.
func eachInvoke(it *syntax.Item, visit func(hclsyntax.Expression)) {
	if !slices.ContainsFunc(invoking(), func(b *language.Builtin) bool { return strings.Contains(it.Text, b.Name) }) {
		return // most items, and a walk takes longer
	}
	node.Walk(it.Root(), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && len(call.Args) > 0 && language.Called(call.Name).Source == language.SourceFunction {
			visit(call.Args[0])
		}
		return true
	})
}
