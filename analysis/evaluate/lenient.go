package evaluate

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file evaluates what is different outside of a program, such as in the conditions of a team's rules.

// into is a member of a value. It has the marks of the whole and of the key.
func (s *Evaluation) into(v, key cty.Value) (cty.Value, error) {
	inner, own := v.Unmark()
	if !inner.IsKnown() {
		return s.env.Member(v, key)
	}
	marks := value.Joined(own, value.DeepMarks(key))
	plain, _ := key.UnmarkDeep()
	found, err := into(inner, plain)
	if s.Lenient && value.IsFailure(err) && (inner.IsNull() || value.IsList(inner) || value.IsMap(inner)) {
		return cty.NullVal(cty.DynamicPseudoType).WithMarks(marks), nil
	}
	return value.Marked(found, marks, err)
}

// inOrder is `&&` or `||` outside of a program.
func (s *Evaluation) inOrder(e *hclsyntax.BinaryOpExpr) (cty.Value, error) {
	by := e.Op == hclsyntax.OpLogicalOr
	left, err := s.Value(e.LHS)
	if err != nil {
		return cty.NilVal, err
	}
	left, marks := value.Bare(left)
	left = s.condition(left)
	if left.IsKnown() {
		yes, err := value.Boolean(left)
		if err != nil {
			return value.Marked(cty.NilVal, marks, err)
		}
		if yes == by {
			return cty.BoolVal(by).WithMarks(marks), nil
		}
	}
	right, err := s.Value(e.RHS)
	switch {
	case value.IsFailure(err) && !left.IsKnown(): // the left side may decide
		return cty.UnknownVal(cty.Bool).WithMarks(marks), nil
	case err != nil:
		return cty.NilVal, err
	}
	right, more := value.Bare(right)
	marks = value.Joined(marks, more)
	v, err := decide(by, left, s.condition(right))
	switch {
	case value.IsFailure(err) && !left.IsKnown():
		return cty.UnknownVal(cty.Bool).WithMarks(marks), nil
	}
	return value.Marked(v, marks, err)
}

// condition is a value as a condition: outside of a program, null is false.
func (s *Evaluation) condition(v cty.Value) cty.Value {
	if s.Lenient && v.IsKnown() && v.IsNull() {
		return cty.False
	}
	return v
}

// comesNowhere reports whether a comparison is with null: outside of a program, null is neither less nor more than anything.
func (s *Evaluation) comesNowhere(op *hclsyntax.Operation, a, b cty.Value) bool {
	switch op {
	case hclsyntax.OpLessThan, hclsyntax.OpLessThanOrEqual, hclsyntax.OpGreaterThan, hclsyntax.OpGreaterThanOrEqual:
		return s.Lenient && (a.IsKnown() && a.IsNull() || b.IsKnown() && b.IsNull())
	}
	return false
}

// collection is what a loop or splat goes through: outside of a program null has no elements.
func (s *Evaluation) collection(v cty.Value) cty.Value {
	if s.Lenient && v.IsKnown() && v.IsNull() {
		return cty.EmptyTupleVal
	}
	return v
}
