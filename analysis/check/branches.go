package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file reports branches of a conditional that no run accepts. A run takes one branch, and
// converts it to a type that both have in common. (HCL, ConditionalExpr.)

// branchesInRun reports branches that have no type in common.
func (c *checker) branchesInRun(e *hclsyntax.ConditionalExpr) {
	certain := branchTypes{checker: c}
	yes, no := certain.of(e.TrueResult), certain.of(e.FalseResult)
	for _, kind := range []value.Kinds{value.NumberKind, value.BoolKind} {
		if texts := kind | value.StringKind | value.NullKind; value.KindsOf(yes).Only(texts) && value.KindsOf(no).Only(texts) {
			return // all of these may be texts
		}
	}
	span := syntax.Span{Start: tree.Span(e.TrueResult.Range()).Start, End: tree.Span(e.FalseResult.Range()).End}
	if value.NeverUnify(yes, no) {
		c.fails(codes.ConditionBranches, span, "these have no type in common, which a run needs: "+apart(yes, no))
		return
	}
	yes, no = notNull(yes), notNull(no)
	premise := ""
	switch {
	case value.NeverUnify(yes, no):
		premise = "unless one of these is null"
	case value.FilledNeverUnify(yes, no):
		premise = "unless one of these is empty"
	default:
		usual := branchTypes{c, &cty.ValueMarks{}}
		yes, no = usual.of(e.TrueResult), usual.of(e.FalseResult)
		rests := premisesIn(*usual.usual)
		premise = rests.String()
		if rests.echo() == "" || !value.NeverUnify(yes, no) {
			return
		}
	}
	c.mayFail(codes.ConditionBranches, span, premise+", they have no type in common, which a run needs: "+apart(yes, no))
}

// branchTypes finds types of expressions that were checked, more exact than the type checker's
// where a run has one that is known: of the element of a literal list, of a config, and, if it may
// suppose that inputs come back, of an output.
type branchTypes struct {
	*checker
	// usual is where the marks go of values that hold in most runs; nil if only what holds in every run counts.
	usual *cty.ValueMarks
}

// typeInRun is the type that an expression certainly has in a run.
func (c *checker) typeInRun(e hclsyntax.Expression) typesys.Type {
	return branchTypes{checker: c}.of(e)
}

// of is the type of an expression.
func (c branchTypes) of(e hclsyntax.Expression) typesys.Type {
	switch e := tree.Bare(e).(type) {
	case *hclsyntax.ScopeTraversalExpr:
		if local, closed := c.scope.variable(e.Traversal.RootName()); local != nil || closed || len(e.Traversal) > 1 {
			break
		}
		if _, sig := c.Lookup(c.e, e.Traversal.RootName()); sig.inRun.IsValid() {
			return sig.inRun
		}
	case *hclsyntax.TupleConsExpr:
		elems := lists.Map(e.Exprs, c.of)
		return typesys.Tuple(elems...)
	case *hclsyntax.ObjectConsExpr:
		members := map[string]hclsyntax.Expression{}
		for _, item := range e.Items {
			if name, ok := tree.LiteralKey(item.KeyExpr); ok {
				members[name] = item.ValueExpr
			}
		}
		if len(members) < len(e.Items) {
			break
		}
		var props []typesys.Property
		for name, x := range members {
			props = append(props, typesys.Property{Name: name, Type: c.of(x)})
		}
		return typesys.Object(props...)
	case *hclsyntax.RelativeTraversalExpr:
		if key, ok := tree.StepKey(e.Traversal[0]); ok && len(e.Traversal) == 1 {
			if t, problem := typesys.Traverse(c.of(e.Source), key); problem == nil {
				return t
			}
		}
	case *hclsyntax.FunctionCallExpr:
		if results := c.resultsOf(e); len(results) > 0 {
			return typesys.Union(results...)
		}
	}
	t := c.info.TypeOf(e)
	if !t.IsValid() {
		return typesys.Dynamic
	}
	if c.usual != nil && value.KindsOf(t)&(value.ListKind|value.ObjectKind) != 0 {
		v, marks := value.Bare(c.constant(e))
		*c.usual = value.Joined(*c.usual, marks)
		if exact := typeOf(v); v.IsKnown() && !v.IsNull() && typesys.Convert(t, exact) != typesys.FitNone {
			return exact
		}
	}
	return t
}

// typeOf is the type of a value, of which parts may be unknown.
func typeOf(v cty.Value) typesys.Type {
	switch {
	case !v.IsKnown() || v.IsNull():
	case value.IsList(v):
		elems := lists.Map(value.Elements(v), typeOf)
		return typesys.Tuple(elems...)
	case value.IsMap(v):
		var props []typesys.Property
		keys, values := value.Members(v)
		for i, key := range keys {
			props = append(props, typesys.Property{Name: key, Type: typeOf(values[i])})
		}
		return typesys.Object(props...)
	default:
		return typesys.Literal(v)
	}
	return typesys.Dynamic
}

// resultsOf are the types of what a call may give back of its arguments, if they are literal
// lists and objects.
func (c branchTypes) resultsOf(e *hclsyntax.FunctionCallExpr) []typesys.Type {
	b := c.language().Called(e.Name)
	if e.ExpandFinal || len(e.Args) == 0 || len(e.Args) != len(b.Parameters) {
		return nil
	}
	parts := tree.Parts(e.Args[0])
	switch b.Flow {
	case language.FlowSecret, language.FlowUnsecret:
		return c.all(e.Args[:1])
	case language.FlowSingle:
		return c.all(parts)
	case language.FlowElement:
		if at, literal := tree.Number(e.Args[1]); literal && len(parts) > 0 {
			i := value.Wrapped(at, len(parts))
			return c.all(parts[i : i+1])
		}
	case language.FlowLookup:
		if found, known := c.lookedUp(e); known {
			return c.all(found)
		}
		if len(parts) > 0 {
			return c.all(slices.Concat(parts, e.Args[2:]))
		}
	}
	return nil
}

// lookedUp is the member of a literal object that a call of lookup gives, or else its default;
// false where the key is not known.
func (c branchTypes) lookedUp(e *hclsyntax.FunctionCallExpr) (found []hclsyntax.Expression, known bool) {
	object, literal := tree.Bare(e.Args[0]).(*hclsyntax.ObjectConsExpr)
	if !literal {
		return nil, false
	}
	key := c.certain(e.Args[1])
	if !key.IsKnown() || key.IsNull() || key.Type() != cty.String {
		return nil, false
	}
	found = e.Args[2:]
	for _, item := range object.Items {
		name, literal := tree.LiteralKey(item.KeyExpr)
		if !literal {
			return nil, false
		}
		if name == key.AsString() {
			found = []hclsyntax.Expression{item.ValueExpr}
		}
	}
	return found, true
}

func (c branchTypes) all(all []hclsyntax.Expression) []typesys.Type {
	return lists.Map(all, c.of)
}

func notNull(t typesys.Type) typesys.Type { return typesys.Unwrapped(typesys.PlainShape(t)) }

// apart says how the types of two branches differ.
func apart(yes, no typesys.Type) string {
	first, second := value.KindsOf(yes), value.KindsOf(no)
	switch {
	case first.Only(value.ListKind) && second.Only(value.ListKind):
		return "the elements of these lists differ too much"
	case first.Only(value.ObjectKind) && second.Only(value.ObjectKind):
		if name := onlyInOne(yes, no); name != "" {
			return "only one of these objects has `" + name + "`, and their members differ"
		}
		return "the members of these objects differ too much"
	}
	return first.String() + " and " + second.String()
}

// onlyInOne is a property that one of two objects has and the other has not.
func onlyInOne(a, b typesys.Type) string {
	a, b = typesys.PlainShape(a), typesys.PlainShape(b)
	for _, pair := range [][2]typesys.Type{{a, b}, {b, a}} {
		if pair[0].Kind() != typesys.KindObject || pair[1].Kind() != typesys.KindObject {
			continue
		}
		for _, p := range pair[0].Properties() {
			if _, both := pair[1].Property(p.Name); !both {
				return p.Name
			}
		}
	}
	return ""
}
