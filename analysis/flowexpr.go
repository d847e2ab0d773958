package analysis

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements the flows of expressions: operators, conditions and
// templates join what they are made of; tuples and objects keep it apart; steps
// take it out again. (PCL specification, pcl-types.md, section 11.2.)

// flower follows the flows through one item.
type flower struct {
	*recorder
	e    *entry
	info *Info
	vars *flowVars
	// anonymous are the flows of splat elements that are being visited.
	anonymous map[*hclsyntax.AnonSymbolExpr]Flow
	// sinks hears of every expression; nil where only the flow is asked for.
	sinks *flowSinks
}

// flowVars is one layer of variables inside an item.
type flowVars struct {
	outer *flowVars
	names map[string]Flow
}

func newFlower(r *recorder, e *entry) *flower {
	return &flower{recorder: r, e: e, info: r.factsFor(e), anonymous: map[*hclsyntax.AnonSymbolExpr]Flow{}}
}

// with runs do with a further layer of variables.
func (f *flower) with(names map[string]Flow, do func()) {
	outer := f.vars
	f.vars = &flowVars{outer, names}
	defer func() { f.vars = outer }()
	do()
}

func (f *flower) variable(name string) (Flow, bool) {
	for v := f.vars; v != nil; v = v.outer {
		if flow, ok := v.names[name]; ok {
			return flow, true
		}
	}
	return Flow{}, false
}

// expr is the flow of an expression.
func (f *flower) expr(e hclsyntax.Expression) Flow {
	flow := f.flowOf(e)
	if f.sinks != nil {
		f.sinks.hear(e, flow)
	}
	return flow
}

func (f *flower) flowOf(e hclsyntax.Expression) Flow {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return f.expr(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return f.expr(e.Wrapped)
	case *hclsyntax.TemplateExpr:
		return f.template(e)
	case *hclsyntax.TemplateJoinExpr:
		return f.expr(e.Tuple).flat()
	case *hclsyntax.ScopeTraversalExpr:
		return f.scopeTraversal(e)
	case *hclsyntax.RelativeTraversalExpr:
		return f.steps(f.expr(e.Source), e.Traversal)
	case *hclsyntax.AnonSymbolExpr:
		return f.anonymous[e]
	case *hclsyntax.FunctionCallExpr:
		return f.call(e)
	case *hclsyntax.ConditionalExpr:
		return f.conditional(e)
	case *hclsyntax.BinaryOpExpr:
		return f.binary(e)
	case *hclsyntax.UnaryOpExpr:
		operand := f.expr(e.Val)
		f.operand(e.Val)
		return operand.flat()
	case *hclsyntax.TupleConsExpr:
		elements := make([]Flow, len(e.Exprs))
		for i, x := range e.Exprs {
			elements[i] = f.expr(x)
		}
		return tupleOf(elements)
	case *hclsyntax.ObjectConsExpr:
		return f.object(e)
	case *hclsyntax.ObjectConsKeyExpr:
		if _, bare := bareKey(e); bare {
			return Flow{}
		}
		return f.expr(e.Wrapped)
	case *hclsyntax.ForExpr:
		return f.forExpr(e)
	case *hclsyntax.IndexExpr:
		return f.index(e)
	case *hclsyntax.SplatExpr:
		return f.splat(e)
	}
	return Flow{} // literals, and what stands for a syntax error
}

func (f *flower) template(e *hclsyntax.TemplateExpr) Flow {
	all := make([]marks, len(e.Parts))
	for i, part := range e.Parts {
		all[i] = f.shown(part).deep()
	}
	if f.sinks != nil {
		f.sinks.template(e, all)
	}
	return Flow{own: together(all...)}
}

// shown is the flow of an expression in a place where everybody reads it.
func (f *flower) shown(e hclsyntax.Expression) Flow {
	if f.sinks == nil {
		return f.expr(e)
	}
	defer f.sinks.enterPublic()()
	return f.expr(e)
}

// conditional is one of its branches, with the marks of its condition: what is
// chosen tells what the condition was.
func (f *flower) conditional(e *hclsyntax.ConditionalExpr) Flow {
	condition := f.expr(e.Condition).flat()
	f.operand(e.Condition)
	yes, no := f.expr(e.TrueResult), f.expr(e.FalseResult)
	if f.sinks != nil {
		f.sinks.condition(e, condition, yes, no)
	}
	return either(yes, no).marked(condition.own)
}

func (f *flower) binary(e *hclsyntax.BinaryOpExpr) Flow {
	left, right := f.expr(e.LHS).deep(), f.expr(e.RHS).deep()
	switch e.Op {
	case hclsyntax.OpLogicalAnd, hclsyntax.OpLogicalOr:
		// The known side may decide.
		joined := together(left, right)
		if left.unknown == nil || right.unknown == nil {
			joined.unknown = joined.unknown.unsure()
		}
		f.operand(e.LHS)
		f.operand(e.RHS)
		return Flow{own: joined}
	case hclsyntax.OpEqual, hclsyntax.OpNotEqual:
	default:
		f.operand(e.LHS)
		f.operand(e.RHS)
	}
	return Flow{own: together(left, right)}
}

// operand tells of a value that an operator looks into.
func (f *flower) operand(e hclsyntax.Expression) {
	if f.sinks != nil {
		f.sinks.operand(e)
	}
}

// object keeps the members apart where every key is a literal; otherwise a member
// may be any of the values. Marks of the keys are those of the whole.
func (f *flower) object(e *hclsyntax.ObjectConsExpr) Flow {
	var own marks
	var named []flowPart
	var others []Flow
	for _, item := range e.Items {
		key := f.expr(item.KeyExpr)
		if f.sinks != nil {
			f.sinks.key(item.KeyExpr, key)
		}
		own = together(own, key.deep())
		value := f.expr(item.ValueExpr)
		name, literal := literalText(item.KeyExpr)
		if !literal || name.IsNull() {
			others = append(others, value)
			continue
		}
		named = setPart(named, name.AsString(), value)
	}
	if len(others) == 0 {
		sortParts(named)
		return ofParts(own, named, nil)
	}
	for _, part := range named {
		others = append(others, part.flow)
	}
	return elementsOf(own, either(others...))
}

// setPart adds a member; the last one of a name wins.
func setPart(parts []flowPart, name string, value Flow) []flowPart {
	if len(parts) < maxFlowSize {
		for i := range parts {
			if parts[i].name == name {
				parts[i].flow = value
				return parts
			}
		}
	}
	return append(parts, flowPart{name, value})
}

func (f *flower) forExpr(e *hclsyntax.ForExpr) Flow {
	collection := f.expr(e.CollExpr)
	if f.sinks != nil {
		f.sinks.forCollection(e, collection)
	}
	names := map[string]Flow{e.ValVar: collection.element()}
	if e.KeyVar != "" {
		names[e.KeyVar] = Flow{own: collection.own}
	}
	own := collection.own
	var value Flow
	if f.sinks != nil {
		defer f.sinks.enterLoop(collection)()
	}
	f.with(names, func() {
		if e.KeyExpr != nil {
			key := f.expr(e.KeyExpr)
			if f.sinks != nil {
				f.sinks.forKey(e, key, collection)
			}
			own = together(own, key.deep())
		}
		value = f.expr(e.ValExpr)
		if e.CondExpr != nil {
			condition := f.expr(e.CondExpr)
			f.operand(e.CondExpr)
			if f.sinks != nil {
				f.sinks.forCondition(e, condition, collection)
			}
			own = together(own, condition.deep())
		}
	})
	if e.Group {
		value = elementsOf(marks{}, value)
	}
	return elementsOf(own, value)
}

func (f *flower) index(e *hclsyntax.IndexExpr) Flow {
	collection, key := f.expr(e.Collection), f.expr(e.Key)
	if v, literal := literalKey(e.Key); literal {
		return stepInto(collection, v)
	}
	return collection.element().marked(key.deep())
}

func (f *flower) splat(e *hclsyntax.SplatExpr) Flow {
	source := f.expr(e.Source)
	element := source // a value that is no list stands for a list of itself
	switch f.isList(e.Source) {
	case always:
		element = source.element()
	case sometimes:
		element = either(source.element(), source)
	}
	f.anonymous[e.Item] = element
	each := f.expr(e.Each)
	return elementsOf(source.own, each)
}

func (f *flower) scopeTraversal(e *hclsyntax.ScopeTraversalExpr) Flow {
	name := e.Traversal.RootName()
	flow, ok := f.variable(name)
	if !ok {
		flow = f.recorder.flow(f.e, name)
		if f.sinks != nil {
			f.sinks.name(e, name, flow)
		}
	}
	return f.steps(flow, e.Traversal[1:])
}

func (f *flower) steps(flow Flow, steps hcl.Traversal) Flow {
	for _, s := range steps {
		key, ok := stepKey(s)
		if !ok {
			return flow.flat()
		}
		flow = stepInto(flow, key)
	}
	return flow
}

// stepInto is the flow of a member with a literal key.
func stepInto(flow Flow, key cty.Value) Flow {
	if key.IsNull() || !key.IsKnown() {
		return flow.element()
	}
	switch key.Type() {
	case cty.String:
		return flow.member(key.AsString())
	case cty.Number:
		return flow.member(key.AsBigFloat().Text('f', -1))
	}
	return flow.element()
}

// spanIn is the place of an expression in its item.
func spanIn(e hclsyntax.Node) syntax.Span { return spanOf(e.Range()) }
