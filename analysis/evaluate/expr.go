package evaluate

import (
	"math"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file evaluates expressions: literals, templates, operators, conditions, lists
// and objects.

// Value returns the value of an expression, or the error of a failure at the innermost expression that fails, of the budget, or of the
// context. It costs as much as the value is large, since
// whoever gets it may look at all of it.
func (s *Evaluation) Value(e hclsyntax.Expression) (cty.Value, error) {
	if err := s.Spend(1); err != nil {
		return cty.NilVal, err
	}
	v, err := s.value(e)
	if err != nil {
		return cty.NilVal, value.FailAt(err, e)
	}
	if _, err := s.Size(v); err != nil {
		return cty.NilVal, err
	}
	if v.IsKnown() && !v.IsMarked() {
		return v, nil
	}
	return s.env.Refine(e, v), nil
}

func (s *Evaluation) value(e hclsyntax.Expression) (cty.Value, error) {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return s.literal(e)
	case *hclsyntax.ParenthesesExpr:
		return s.Value(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return s.Value(e.Wrapped)
	case *hclsyntax.TemplateExpr:
		return s.template(e.Parts)
	case *hclsyntax.TemplateJoinExpr:
		return s.joinedTemplate(e)
	case *hclsyntax.ScopeTraversalExpr:
		return s.scopeTraversal(e)
	case *hclsyntax.RelativeTraversalExpr:
		return s.relativeTraversal(e)
	case *hclsyntax.IndexExpr:
		return s.index(e)
	case *hclsyntax.SplatExpr:
		return s.splatted(e)
	case *hclsyntax.AnonSymbolExpr:
		if v, ok := s.splat[e]; ok {
			return v, nil
		}
	case *hclsyntax.FunctionCallExpr:
		return s.call(e)
	case *hclsyntax.ConditionalExpr:
		return s.conditional(e)
	case *hclsyntax.BinaryOpExpr:
		return s.binary(e)
	case *hclsyntax.UnaryOpExpr:
		return s.unary(e)
	case *hclsyntax.TupleConsExpr:
		return s.tuple(e)
	case *hclsyntax.ObjectConsExpr:
		return s.objectLiteral(e)
	case *hclsyntax.ObjectConsKeyExpr:
		if name, bare := tree.LiteralKey(e); bare {
			return cty.StringVal(name), nil
		}
		return s.Value(e.Wrapped)
	case *hclsyntax.ForExpr:
		return s.loop(e)
	}
	return cty.DynamicVal, nil // what stands for a syntax error
}

// literal is a value as it is written; numbers are kept as doubles.
func (w *Evaluation) literal(e *hclsyntax.LiteralValueExpr) (cty.Value, error) {
	if !e.Val.IsKnown() || e.Val.IsNull() || e.Val.Type() != cty.Number {
		return e.Val, nil
	}
	if known, ok := w.Numbers[e]; ok {
		return known, nil
	}
	n, err := value.Double(value.Float(e.Val))
	if err == nil && w.Numbers != nil {
		w.Numbers[e] = n
	}
	return n, err
}

// template is the text of parts that follow each other.
func (s *Evaluation) template(parts []hclsyntax.Expression) (cty.Value, error) {
	values, err := s.each(parts)
	if err != nil {
		return cty.NilVal, err
	}
	return s.concat(values)
}

// concat is the text of some values. It is unknown if one of them is, but what it begins with is known.
func (w *Evaluation) concat(values []cty.Value) (cty.Value, error) {
	if len(values) == 1 && !values[0].IsMarked() && values[0].Type() == cty.String && values[0].IsKnown() && !values[0].IsNull() {
		return w.Again(values[0])
	}
	var text strings.Builder
	var marks cty.ValueMarks
	known, begins := true, ""
	for _, v := range values {
		marks = value.Joined(marks, value.DeepMarks(v))
		v, _ = v.UnmarkDeep()
		if !v.IsKnown() {
			if known {
				begins = text.String()
			}
			known = false
			continue
		}
		part, err := value.Written(v)
		if err != nil {
			return value.Marked(cty.NilVal, marks, err)
		}
		text.WriteString(part)
		if text.Len() > value.MaxText {
			return cty.NilVal, value.ErrTooLarge
		}
	}
	if !known {
		return cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull(begins).NewValue().WithMarks(marks), nil
	}
	v, err := w.Text(text.String())
	return value.Marked(v, marks, err)
}

// joinedTemplate is what a loop in a template makes.
func (s *Evaluation) joinedTemplate(e *hclsyntax.TemplateJoinExpr) (cty.Value, error) {
	v, err := s.Value(e.Tuple)
	if err != nil {
		return cty.NilVal, err
	}
	inner, marks := v.Unmark()
	if !inner.IsKnown() {
		return value.UnknownText(marks), nil
	}
	if inner.IsNull() || !value.IsList(inner) {
		return cty.NilVal, value.Fail("this cannot be written as a string")
	}
	text, err := s.concat(value.Elements(inner))
	return value.Marked(text, marks, err)
}

// each are the values of expressions.
func (s *Evaluation) each(all []hclsyntax.Expression) ([]cty.Value, error) {
	values := make([]cty.Value, len(all))
	for i, e := range all {
		v, err := s.Value(e)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

// conditional is the branch that is chosen, with the marks of the condition. The
// other branch is not evaluated: conditions guard what would fail.
func (s *Evaluation) conditional(e *hclsyntax.ConditionalExpr) (cty.Value, error) {
	condition, err := s.Value(e.Condition)
	if err != nil {
		return cty.NilVal, err
	}
	condition, marks := value.Bare(condition)
	if !condition.IsKnown() {
		return value.Unknown(marks), nil
	}
	yes, err := value.Boolean(s.condition(condition))
	if err != nil {
		return value.Marked(cty.NilVal, marks, err)
	}
	chosen := e.FalseResult
	if yes {
		chosen = e.TrueResult
	}
	v, err := s.Value(chosen)
	return value.Marked(v, marks, err)
}

func (s *Evaluation) unary(e *hclsyntax.UnaryOpExpr) (cty.Value, error) {
	v, err := s.Value(e.Val)
	if err != nil {
		return cty.NilVal, err
	}
	v, marks := value.Bare(v)
	if !v.IsKnown() {
		return value.Unknown(marks), nil
	}
	if e.Op == hclsyntax.OpLogicalNot {
		yes, err := value.Boolean(s.condition(v))
		return value.Marked(cty.BoolVal(!yes), marks, err)
	}
	f, err := value.Numeric(v)
	if err != nil {
		return value.Marked(cty.NilVal, marks, err)
	}
	n, err := value.Double(-f)
	return value.Marked(n, marks, err)
}

func (s *Evaluation) binary(e *hclsyntax.BinaryOpExpr) (cty.Value, error) {
	if s.Lenient && (e.Op == hclsyntax.OpLogicalAnd || e.Op == hclsyntax.OpLogicalOr) {
		return s.inOrder(e)
	}
	a, err := s.Value(e.LHS)
	if err != nil {
		return cty.NilVal, err
	}
	b, err := s.Value(e.RHS)
	if err != nil {
		return cty.NilVal, err
	}
	a, left := value.Bare(a)
	b, right := value.Bare(b)
	marks := value.Joined(left, right)
	if s.comesNowhere(e.Op, a, b) {
		return cty.False.WithMarks(marks), nil
	}
	v, err := s.operate(e.Op, a, b)
	return value.Marked(v, marks, err)
}

// operate applies an operator to unmarked values.
func (w *Evaluation) operate(op *hclsyntax.Operation, left, right cty.Value) (cty.Value, error) {
	switch op {
	case hclsyntax.OpLogicalAnd, hclsyntax.OpLogicalOr:
		return decide(op == hclsyntax.OpLogicalOr, left, right)
	case hclsyntax.OpEqual, hclsyntax.OpNotEqual:
		return w.equality(op == hclsyntax.OpEqual, left, right)
	}
	if !left.IsKnown() || !right.IsKnown() {
		return cty.DynamicVal, nil
	}
	if isNumber(left) && isNumber(right) { // compared as they are, since a copy of each takes longer
		switch op {
		case hclsyntax.OpLessThan:
			return left.LessThan(right), nil
		case hclsyntax.OpLessThanOrEqual:
			return cty.BoolVal(left.GreaterThan(right).False()), nil
		case hclsyntax.OpGreaterThan:
			return left.GreaterThan(right), nil
		case hclsyntax.OpGreaterThanOrEqual:
			return cty.BoolVal(left.LessThan(right).False()), nil
		}
	}
	x, err := value.Numeric(left)
	if err != nil {
		return cty.NilVal, err
	}
	y, err := value.Numeric(right)
	if err != nil {
		return cty.NilVal, err
	}
	switch op {
	case hclsyntax.OpAdd:
		return value.Double(x + y)
	case hclsyntax.OpSubtract:
		return value.Double(x - y)
	case hclsyntax.OpMultiply:
		return value.Double(x * y)
	case hclsyntax.OpDivide:
		return value.Double(x / y)
	case hclsyntax.OpModulo:
		return value.Double(modulo(x, y))
	case hclsyntax.OpLessThan:
		return cty.BoolVal(x < y), nil
	case hclsyntax.OpLessThanOrEqual:
		return cty.BoolVal(x <= y), nil
	case hclsyntax.OpGreaterThan:
		return cty.BoolVal(x > y), nil
	case hclsyntax.OpGreaterThanOrEqual:
		return cty.BoolVal(x >= y), nil
	}
	return cty.DynamicVal, nil
}

// modulo is the rest of a division as a run has it: that by zero leaves everything, and an infinity stays one.
func modulo(x, y float64) float64 {
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return x * y
	case y == 0:
		return x
	}
	return math.Mod(x, y)
}

func isNumber(v cty.Value) bool { return v.Type() == cty.Number && !v.IsNull() }

// decide is `&&` or `||`: the side that is known may decide.
func decide(by bool, left, right cty.Value) (cty.Value, error) {
	known := true
	decided := false
	for _, side := range []cty.Value{left, right} {
		if !side.IsKnown() {
			known = false
			continue
		}
		yes, err := value.Boolean(side)
		if err != nil {
			return cty.NilVal, err
		}
		decided = decided || yes == by
	}
	switch {
	case decided:
		return cty.BoolVal(by), nil
	case known:
		return cty.BoolVal(!by), nil
	}
	return cty.UnknownVal(cty.Bool), nil
}

// equality compares without conversion. What is not known in all its parts may be
// equal.
func (w *Evaluation) equality(equal bool, left, right cty.Value) (cty.Value, error) {
	for _, v := range []cty.Value{left, right} {
		if _, err := w.Size(v); err != nil {
			return cty.NilVal, err
		}
		if !v.IsWhollyKnown() {
			if differ(left, right) {
				return cty.BoolVal(!equal), nil
			}
			return cty.UnknownVal(cty.Bool), nil
		}
	}
	return cty.BoolVal(same(left, right) == equal), nil
}

// differ reports whether values that are not known in all their parts differ whatever these are.
func differ(a, b cty.Value) bool {
	switch {
	case a.IsKnown() && a.IsNull():
		return isNotNull(b)
	case b.IsKnown() && b.IsNull():
		return isNotNull(a)
	case !a.IsKnown() || !b.IsKnown(): // texts that begin in different ways differ
		if a.Type() != cty.String || b.Type() != cty.String {
			return false
		}
		answer := a.Equals(b)
		return answer.IsKnown() && answer.False()
	case value.IsList(a) && value.IsList(b):
		left, right := value.Elements(a), value.Elements(b)
		return len(left) != len(right) || anyDiffer(left, right)
	case value.IsMap(a) && value.IsMap(b):
		leftKeys, left := value.Members(a)
		rightKeys, right := value.Members(b)
		if slices.Contains(leftKeys, OpenMember) || slices.Contains(rightKeys, OpenMember) {
			return false
		}
		return !slices.Equal(leftKeys, rightKeys) || anyDiffer(left, right)
	}
	return !same(a, b)
}

func anyDiffer(left, right []cty.Value) bool {
	for i := range left {
		if differ(left[i], right[i]) {
			return true
		}
	}
	return false
}

// isNotNull reports whether a value is not null in any run.
func isNotNull(v cty.Value) bool {
	if v.IsKnown() {
		return !v.IsNull()
	}
	return v.Range().DefinitelyNotNull()
}

// same compares known values. Nulls are equal whatever their types.
func same(a, b cty.Value) bool {
	switch {
	case a.IsNull() || b.IsNull():
		return a.IsNull() && b.IsNull()
	case value.IsList(a) && value.IsList(b):
		return slices.EqualFunc(value.Elements(a), value.Elements(b), same)
	case value.IsMap(a) && value.IsMap(b):
		leftKeys, left := value.Members(a)
		rightKeys, right := value.Members(b)
		return slices.Equal(leftKeys, rightKeys) && slices.EqualFunc(left, right, same)
	case !a.Type().IsPrimitiveType() || !b.Type().IsPrimitiveType():
		return false
	}
	return a.RawEquals(b)
}

func (s *Evaluation) tuple(e *hclsyntax.TupleConsExpr) (cty.Value, error) {
	all, err := s.each(e.Exprs)
	if err != nil {
		return cty.NilVal, err
	}
	return s.Made(cty.TupleVal(all))
}

// objectLiteral is an object; the last one of equal keys wins. A key that is unknown
// or secret makes the whole unknown or secret.
func (s *Evaluation) objectLiteral(e *hclsyntax.ObjectConsExpr) (cty.Value, error) {
	all := map[string]cty.Value{}
	var marks cty.ValueMarks
	known := true
	for _, item := range e.Items {
		key, err := s.Value(item.KeyExpr)
		if err != nil {
			return cty.NilVal, err
		}
		v, err := s.Value(item.ValueExpr)
		if err != nil {
			return cty.NilVal, err
		}
		marks = value.Joined(marks, value.DeepMarks(key))
		key, _ = key.UnmarkDeep()
		if !key.IsKnown() {
			known = false
			marks = value.Joined(marks, value.DeepMarks(v))
			continue
		}
		name, err := value.Written(key)
		if err != nil {
			return value.Marked(cty.NilVal, marks, err)
		}
		all[name] = v
	}
	if !known {
		return value.Unknown(marks, value.DeepMarks(cty.ObjectVal(all))), nil
	}
	v, err := s.Made(cty.ObjectVal(all))
	return value.Marked(v, marks, err)
}

// Equal compares two unmarked values.
func (s *Evaluation) Equal(a, b cty.Value) (cty.Value, error) { return s.equality(true, a, b) }
