package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/policy"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file notes where an access policy is written: what becomes the JSON text of an input that takes one, or the value of an input that takes anything.
// To the type of such an input a policy is a text, so nothing is checked here; completion, hovers and rules use the noted types.

// expectPolicy notes the parts of a policy in the value of a property. The token is that of the resource or object type that has the property.
func (c *checker) expectPolicy(e hclsyntax.Expression, token string, p *schema.Property) {
	if !policy.Takes(token, p) {
		return
	}
	c.expectText(e, policy.Document(), typesys.Strip(p.Plain).Kind() == typesys.KindDynamic)
}

// expectText notes what the text of an expression is made of, or the expression itself if the place takes anything.
func (c *checker) expectText(e hclsyntax.Expression, want typesys.Type, isAny bool) {
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.ObjectConsExpr:
		if isAny {
			c.expect(e, want)
		}
	case *hclsyntax.ConditionalExpr:
		c.expectText(e.TrueResult, want, isAny)
		c.expectText(e.FalseResult, want, isAny)
	case *hclsyntax.FunctionCallExpr:
		if language.Called(e.Name).Text == language.TextSerialized && len(e.Args) == 1 {
			c.expect(e.Args[0], want)
			return
		}
		for _, x := range passedOn(e) {
			c.expectText(x, want, isAny)
		}
	}
}
