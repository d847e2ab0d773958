package eval

import (
	"context"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file evaluates expressions that stand outside of a program and look at it, such as the
// conditions of a team's rules.

// Outside says what an expression means that is not part of a program.
//
// Such an expression is more forgiving than one of a program, because it looks at values that it
// has not made: what is not there is null, and null has members, which are null, and no elements.
// As a condition, null is false. `&&` and `||` do not evaluate their right side if the left one decides.
type Outside interface {
	// Name returns the value of the name that a traversal begins with, together with the first
	// of its steps; parts is how many parts of the traversal that are, at least one.
	Name(t hcl.Traversal) (v cty.Value, parts int, err error)
	// Call calls a function. Known is false for one that has no meaning of its own here. Such a
	// function is that of the language if its result depends on its arguments only.
	Call(e *hclsyntax.FunctionCallExpr, in *Evaluation) (v cty.Value, known bool, err error)
}

// Evaluation is the evaluation of an expression outside of a program, on its way.
type Evaluation struct{ s *scope }

// Value returns the value of a part of the expression.
func (in *Evaluation) Value(e hclsyntax.Expression) (cty.Value, error) { return in.s.expr(e) }

// Spend takes steps from the budget.
func (in *Evaluation) Spend(steps int) error { return in.s.Spend(steps) }

// Made limits the size of a value that the caller made.
func (in *Evaluation) Made(v cty.Value) (cty.Value, error) { return in.s.Made(v) }

// Equal compares two unmarked values.
func (in *Evaluation) Equal(a, b cty.Value) (cty.Value, error) { return in.s.equality(true, a, b) }

// OutsideOf returns the value of an expression that is not part of a program, and takes the work from a
// budget. The error is that of the context.
func OutsideOf(ctx context.Context, e hclsyntax.Expression, budget *value.Budget, meaning Outside) (Value, error) {
	return new(Evaluator).OutsideOf(ctx, e, budget, meaning)
}

// Evaluator evaluates one expression after another, or the same ones again and again, with less memory than if each had its own. It keeps the
// numbers in all of them. It is not safe for concurrent use.
type Evaluator struct {
	work    work
	frame   frame
	scope   scope
	numbers map[*hclsyntax.LiteralValueExpr]cty.Value
}

// OutsideOf is the function of this name.
func (ev *Evaluator) OutsideOf(ctx context.Context, e hclsyntax.Expression, budget *value.Budget, meaning Outside) (Value, error) {
	if ev.numbers == nil {
		ev.numbers = map[*hclsyntax.LiteralValueExpr]cty.Value{}
	}
	ev.work = work{Budget: *budget, ctx: ctx, numbers: ev.numbers}
	ev.frame.work = &ev.work
	ev.scope = scope{frame: &ev.frame, outside: meaning, facts: &noFacts}
	v, err := ev.scope.expr(e)
	*budget = ev.work.Budget
	return ev.work.result(v, err)
}

// noFacts are what the checker knows of an expression outside of a program.
var noFacts = facts{asked: true, info: &analysis.Info{}}

// outsideName is the value of a traversal outside of a program.
func (s *scope) outsideName(t hcl.Traversal) (cty.Value, error) {
	if v, ok := s.vars[t.RootName()]; ok {
		return s.steps(v, t[1:])
	}
	v, parts, err := s.outside.Name(t)
	if err != nil {
		return cty.NilVal, err
	}
	return s.steps(v, t[parts:])
}

// outsideCall calls a function outside of a program.
func (s *scope) outsideCall(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	v, known, err := s.outside.Call(e, &Evaluation{s})
	switch {
	case known || err != nil:
		return v, err
	case !language.Called(e.Name).Pure():
		return cty.NilVal, value.Fail("this function means nothing here")
	}
	return s.called(e)
}

// into is a member of a value.
func (s *scope) into(v, key cty.Value) (cty.Value, error) {
	found, err := into(v, key)
	if s.outside == nil || !value.IsFailure(err) {
		return found, err
	}
	inner, own := v.Unmark()
	if inner.IsNull() || value.IsList(inner) || value.IsMap(inner) {
		return cty.NullVal(cty.DynamicPseudoType).WithMarks(value.Joined(own, value.DeepMarks(key))), nil
	}
	return found, err
}

// inOrder is `&&` or `||` outside of a program.
func (s *scope) inOrder(e *hclsyntax.BinaryOpExpr) (cty.Value, error) {
	by := e.Op == hclsyntax.OpLogicalOr
	left, err := s.expr(e.LHS)
	if err != nil {
		return cty.NilVal, err
	}
	left, marks := value.Bare(left)
	left = s.condition(left)
	if left.IsKnown() {
		yes, err := value.Boolean(left)
		if err != nil {
			return cty.NilVal, err
		}
		if yes == by {
			return cty.BoolVal(by).WithMarks(marks), nil
		}
	}
	right, err := s.expr(e.RHS)
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
	case err != nil:
		return cty.NilVal, err
	}
	return v.WithMarks(marks), nil
}

// condition is a value as a condition: outside of a program, null is false.
func (s *scope) condition(v cty.Value) cty.Value {
	if s.outside != nil && v.IsKnown() && v.IsNull() {
		return cty.False
	}
	return v
}

// comesNowhere reports whether a comparison is with null: outside of a program, null is neither less nor more than anything.
func (s *scope) comesNowhere(op *hclsyntax.Operation, a, b cty.Value) bool {
	switch op {
	case hclsyntax.OpLessThan, hclsyntax.OpLessThanOrEqual, hclsyntax.OpGreaterThan, hclsyntax.OpGreaterThanOrEqual:
		return s.outside != nil && (a.IsKnown() && a.IsNull() || b.IsKnown() && b.IsNull())
	}
	return false
}

// collection is what a loop or splat goes through: outside of a program null has no elements.
func (s *scope) collection(v cty.Value) cty.Value {
	if s.outside != nil && v.IsKnown() && v.IsNull() {
		return cty.EmptyTupleVal
	}
	return v
}
