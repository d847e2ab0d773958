package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/policy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds access policies: what becomes the JSON text of an input that takes one, or the value of an input that takes anything. To the type of such
// an input a policy is a text, so nothing is checked here. Completion, hovers and rules use the types that are noted for the parts.

// policiesIn returns the expressions in the value of a property that are policies. The token is that of the resource or object type that has the property.
func policiesIn(e hclsyntax.Expression, token string, p *schema.Property) []hclsyntax.Expression {
	if !policy.Takes(token, p) {
		return nil
	}
	return textsOf(e, typesys.Strip(p.Plain).Kind() == typesys.KindDynamic)
}

// textsOf returns what the text of an expression is made of, or the expression itself if the place takes anything.
func textsOf(e hclsyntax.Expression, isAny bool) (all []hclsyntax.Expression) {
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.ObjectConsExpr:
		if isAny {
			return []hclsyntax.Expression{e}
		}
	case *hclsyntax.ConditionalExpr:
		return slices.Concat(textsOf(e.TrueResult, isAny), textsOf(e.FalseResult, isAny))
	case *hclsyntax.FunctionCallExpr:
		if language.Called(e.Name).Text == language.TextSerialized && len(e.Args) == 1 {
			return e.Args
		}
		for _, x := range passedOn(e) {
			all = append(all, textsOf(x, isAny)...)
		}
	}
	return all
}
