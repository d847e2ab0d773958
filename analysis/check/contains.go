package check

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// This file looks for something in an expression.

// contains reports whether an expression has a part like this.
func contains(e hclsyntax.Expression, like func(hclsyntax.Expression) bool) bool {
	found := false
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		x, ok := n.(hclsyntax.Expression)
		found = found || ok && like(x)
		return nil
	})
	return found
}
