package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file follows values to where they are written: through parentheses and
// conditions, and through names to the expressions of locals and the defaults of
// configs. What a value is known to be says more than its type, since every text
// has the type string.

// placedValue is one value, or a part of it, and the place that it goes into.
type placedValue struct {
	*placeCheck
	// path leads from the place to the part of it that the value is for.
	path []typesys.Step
	// pkg is the package whose schema declares the place; nil when none does.
	pkg *schema.Package
	// home is the item that the value is written in, and use the expression of the
	// checked item that leads there; nil when the two items are one.
	home *program.Item
	use  hclsyntax.Expression
	// converted says that the name that led here has a type that fits safely: the
	// literal got it elsewhere, as the default of a config does, and was judged there.
	converted bool
	// maybe says that only some runs use the value: it stands under a condition, in a loop
	// or in the default of a config.
	maybe bool
	// bound says that names may be loop variables.
	bound bool
	// fitting says that the value as a whole has a type that fits; safe that all its values do.
	fitting, safe bool
	// mild says that the reference accepts the value as a whole. A part that does not fit is a
	// warning then.
	mild bool
	// secret says that no message quotes the value.
	secret bool
	// evaluated says that the value is not written as a literal, so no message says what to write instead.
	evaluated bool
	// hops counts the names that led here.
	hops int
	// asked says that it is known whether the value is refused: whether it can only be a constant, and none that the language
	// binds in the place.
	asked, refused bool
}

// maxFollow is the most that one value may lead to.
const maxFollow = 256

// leaf is a literal that a value may be.
type leaf struct {
	expr  hclsyntax.Expression
	value cty.Value
	in    placedValue
}

// literals are the literals that an expression may stand for; complete says that
// it can be nothing else.
func (pv placedValue) literals(e hclsyntax.Expression) (found []leaf, complete bool) {
	e = tree.Bare(e)
	switch e := e.(type) {
	case *hclsyntax.ConditionalExpr:
		yes, both := pv.literals(e.TrueResult)
		no, other := pv.literals(e.FalseResult)
		return append(yes, no...), both && other
	case *hclsyntax.ScopeTraversalExpr:
		if target, next, ok := pv.follow(e); ok {
			found, complete = next.literals(target)
			return found, complete && next.home.Syntax.Kind == syntax.KindLocal
		}
		return nil, false
	}
	if v, ok := literalValue(e); ok {
		return []leaf{{e, v, pv}}, true
	}
	return nil, false
}

// refuses reports whether a value can only be a constant, by its type, and none that the language binds in a place with some types.
// (docs/language/versions.md)
func (pv placedValue) refuses(e hclsyntax.Expression, got typesys.Type, alts []typesys.Type) bool {
	if !slices.ContainsFunc(alts, func(t typesys.Type) bool { return t.Kind() == typesys.KindEnum || t.Kind() == typesys.KindConst }) {
		return false
	}
	members := typesys.PlainShape(got).Members()
	if pv.use != nil { // it is written in another item, whose types are not at hand
		budget := pv.budget // which is for findings
		found, complete := pv.literals(e)
		pv.budget = budget
		members = lists.Map(found, func(l leaf) typesys.Type { return typesys.Literal(l.value) })
		if !complete {
			return false
		}
	}
	return !slices.ContainsFunc(members, func(t typesys.Type) bool {
		v, constant := t.Constant()
		return !constant || slices.ContainsFunc(alts, func(t typesys.Type) bool { return binds(t, v) })
	})
}

// binds reports whether the language binds a constant in a place of a type.
func binds(t typesys.Type, v cty.Value) bool {
	switch t.Kind() {
	case typesys.KindEnum:
		i := enumPlace(t, v)
		return i >= 0 && t.Values()[i].Type() == v.Type()
	case typesys.KindConst:
		return v.Type() == t.Value().Type() && equals(v, t.Value())
	case typesys.KindOpaque, typesys.KindDynamic:
		return true
	}
	if scalarOf(t) == cty.NilType {
		return false
	}
	_, can := readAs(v, t)
	return can
}

// follow is the expression that a name stands for, after the steps into it that
// literal objects and lists answer. False for names of anything but locals and
// configs with a default, and for variables of the item.
func (pv placedValue) follow(e *hclsyntax.ScopeTraversalExpr) (hclsyntax.Expression, placedValue, bool) {
	name := e.Traversal.RootName()
	if pv.bound || pv.hops >= maxHops || pv.budget <= 0 {
		return nil, pv, false
	}
	if pv.use == nil {
		if own, closed := pv.c.scope.variable(name); own != nil || closed {
			return nil, pv, false
		}
	}
	pv.budget--
	home, target := pv.c.written(name)
	for _, step := range e.Traversal[1:] {
		if target == nil {
			break
		}
		target = partAt(target, step)
	}
	if target == nil {
		return nil, pv, false
	}
	if pv.use == nil {
		pv.use = e
	}
	pv.home, pv.fitting = home, true
	pv.maybe, pv.secret = pv.maybe || home.Syntax.Kind == syntax.KindConfig, pv.secret || tree.Flag(home.Syntax.Block(), "secret")
	pv.hops++
	return target, pv, true
}

// partAt is the part of a literal object or list that a step names; nil when
// the value is not literal.
func partAt(e hclsyntax.Expression, step hcl.Traverser) hclsyntax.Expression {
	key, ok := tree.StepKey(step)
	switch {
	case !ok || key.IsNull() || !key.IsKnown():
		return nil
	case key.Type() == cty.String:
		return member(e, typesys.Step{Name: key.AsString()})
	case key.Type() == cty.Number:
		if i, accuracy := key.AsBigFloat().Int64(); accuracy == 0 && i >= 0 {
			return member(e, typesys.Step{Kind: typesys.StepIndex, Index: int(i)})
		}
	}
	return nil
}

// relatedIn is a place in an item that has been read, as a related place of a
// finding.
func relatedIn(home *program.Item, span syntax.Span, message string) diagnostic.Related {
	return diagnostic.SpanBehind(home.Name, span).Near(message)
}

// member is the expression of one part of a literal value, nil when the value is
// not literal or has no such part.
func member(e hclsyntax.Expression, s typesys.Step) hclsyntax.Expression {
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.ObjectConsExpr:
		if s.Kind != typesys.StepProperty {
			return nil
		}
		for i := len(e.Items) - 1; i >= 0; i-- {
			if name, ok := tree.LiteralKey(e.Items[i].KeyExpr); ok && name == s.Name {
				return e.Items[i].ValueExpr
			}
		}
	case *hclsyntax.TupleConsExpr:
		if s.Kind == typesys.StepIndex && s.Index < len(e.Exprs) {
			return e.Exprs[s.Index]
		}
	}
	return nil
}
