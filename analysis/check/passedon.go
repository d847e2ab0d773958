package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file says which arguments calls pass on as they are.

// passedOn are the arguments of a call of which the result is one.
func passedOn(e *hclsyntax.FunctionCallExpr) []hclsyntax.Expression {
	switch language.Called(e.Name).Flow {
	case language.FlowSecret, language.FlowUnsecret:
		return e.Args[:min(1, len(e.Args))]
	case language.FlowFirstSuccess:
		return e.Args
	}
	return nil
}
