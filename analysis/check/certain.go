package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file looks for references that are evaluated in any case.

// certainly is the first reference for which is says yes, out of those in a value that
// are evaluated in any case; nil for none.
func certainly(e hclsyntax.Expression, is func(*hclsyntax.ScopeTraversalExpr) bool) *hclsyntax.ScopeTraversalExpr {
	var parts []hclsyntax.Expression
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		parts = []hclsyntax.Expression{e.Expression}
	case *hclsyntax.TemplateWrapExpr:
		parts = []hclsyntax.Expression{e.Wrapped}
	case *hclsyntax.TemplateExpr:
		parts = e.Parts
	case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		parts = tree.Parts(e)
	case *hclsyntax.ScopeTraversalExpr:
		if is(e) {
			return e
		}
	}
	for _, part := range parts {
		if found := certainly(part, is); found != nil {
			return found
		}
	}
	return nil
}

// certainValues are the expressions of a local or resource that are evaluated in any
// case and make it depend on what they name.
func certainValues(e *program.Item) []hclsyntax.Expression {
	switch {
	case kindOf(e) == ObjectLocal && e.Syntax.Attr() != nil:
		return []hclsyntax.Expression{e.Syntax.Attr().Expr}
	case e.Syntax.Kind == syntax.KindResource && e.Syntax.Block() != nil:
		values := lists.Map(e.Syntax.Attributes(), func(a *hclsyntax.Attribute) hclsyntax.Expression { return a.Expr })
		for _, a := range tree.OptionAttributes(e.Syntax, dependencyOptions()) {
			values = append(values, a.Expr)
		}
		return values
	}
	return nil
}
