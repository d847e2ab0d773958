package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// likelihood is how often something is so.
type likelihood uint8

const (
	never likelihood = iota
	sometimes
	always
)

// certainIf is always for what happens anyway, and sometimes for the rest.
func certainIf(anyway bool) likelihood {
	if anyway {
		return always
	}
	return sometimes
}

// takenBranches tells which branches of a conditional are evaluated.
func takenBranches(c *checker, e *hclsyntax.ConditionalExpr) (yes, no likelihood) {
	taken, constant := ConstantBool(e.Condition)
	if !constant && c.given != nil {
		v := c.certain(e.Condition)
		constant = v.IsKnown() && !v.IsNull() && v.Type() == cty.Bool
		taken = constant && v.True()
	}
	switch {
	case !constant:
		return sometimes, sometimes
	case taken:
		return always, never
	}
	return never, always
}
