package check

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the flows of expressions: operators, conditions and
// templates join what they are made of; tuples and objects keep it apart; steps
// take it out again. (PCL specification, pcl-types.md, section 11.2.)

// flower follows the flows through one item.
type flower struct {
	*recorder
	e    *program.Item
	info *Info
	vars *flowVars
	// anonymous are the flows of splat elements that are being visited; made for the
	// first splat.
	anonymous map[*hclsyntax.AnonSymbolExpr]Flow
	// sinks hears of every expression; nil where only the flow is asked for.
	sinks *flowSinks
	around
}

// around is what stands around an expression that is being visited.
type around struct {
	public   int // how many places that everybody reads
	text     int // how many calls that make one text of everything
	guarded  int // how many calls that catch failures
	branches int // how many conditionals and loops
}

// flowVars is one layer of variables inside an item.
type flowVars struct {
	outer *flowVars
	names []flowPart
}

func newFlower(r *recorder, e *program.Item) *flower {
	return &flower{recorder: r, e: e, info: r.infoFor(e)}
}

// with runs do with a further layer of variables.
func (f *flower) with(names []flowPart, do func()) {
	if len(names) == 0 {
		do()
		return
	}
	outer := f.vars
	f.vars = &flowVars{outer, names}
	defer func() { f.vars = outer }()
	do()
}

func (f *flower) variable(name string) (Flow, bool) {
	for v := f.vars; v != nil; v = v.outer {
		for i := range v.names {
			if v.names[i].name == name {
				return v.names[i].flow, true
			}
		}
	}
	return Flow{}, false
}

// attribute is the flow of the value of an attribute.
func (f *flower) attribute(a *hclsyntax.Attribute) Flow {
	if f.carriesNothing(tree.NodeSpan(a)) {
		return Flow{}
	}
	return f.expr(a.Expr)
}

// carriesNothing reports code outside of loops that names nothing and calls nothing. So it carries nothing,
// and there is nothing to find in it.
func (f *flower) carriesNothing(code syntax.Span) bool {
	text, names := f.e.Syntax.Text, f.e.Names // in the order of the source
	if code.Start > code.End || code.End > len(text) {
		return false
	}
	i, _ := slices.BinarySearchFunc(names, code.Start, func(r syntax.Ref, start int) int { return cmp.Compare(r.Span.Start, start) })
	if i < len(names) && names[i].Span.Start < code.End {
		return false
	}
	return !strings.Contains(text[code.Start:code.End], "(")
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
		return stepsInto(f.expr(e.Source), e.Traversal)
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
		return f.tuple(e)
	case *hclsyntax.ObjectConsExpr:
		return f.object(e)
	case *hclsyntax.ObjectConsKeyExpr:
		if _, bare := tree.BareKey(e); bare {
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
	var all marks
	for _, part := range e.Parts {
		if flow := f.shown(part); !flow.isEmpty() {
			all = all.and(flow.deep())
		}
	}
	if f.sinks != nil && all.secret.isSure() {
		f.sinks.template(e)
	}
	return Flow{own: all}
}

// shown is the flow of an expression in a place where everybody reads it.
func (f *flower) shown(e hclsyntax.Expression) Flow {
	f.public++
	flow := f.expr(e)
	f.public--
	return flow
}

// conditional is one of its branches, with the marks of its condition: what is
// chosen tells what the condition was.
func (f *flower) conditional(e *hclsyntax.ConditionalExpr) Flow {
	condition := f.expr(e.Condition).flat()
	f.operand(e.Condition)
	yes, no := f.branch(e.TrueResult), f.branch(e.FalseResult)
	if f.sinks != nil {
		f.sinks.condition(e, condition, yes, no)
	}
	chosen := either(yes, no)
	switch ifYes, _ := takenBranches(e); ifYes {
	case always:
		chosen = yes
	case never:
		chosen = no
	}
	chosen = chosen.marked(yes.own.passedOver()).marked(no.own.passedOver()).marked(condition.own)
	if condition.own.unknown != nil && f.isList(e) != never {
		// go-cty makes a list of unknown elements of an unknown list if both branches have one length.
		late := Flow{own: marks{unknown: condition.own.unknown.unsure()}}
		return withBoth(chosen, elementsOf(marks{}, late))
	}
	return chosen
}

// branch is the flow of an expression that only some runs evaluate.
func (f *flower) branch(e hclsyntax.Expression) Flow {
	f.branches++
	flow := f.expr(e)
	f.branches--
	return flow
}

func (f *flower) binary(e *hclsyntax.BinaryOpExpr) Flow {
	left, right := f.expr(e.LHS).deep(), f.expr(e.RHS).deep()
	switch e.Op {
	case hclsyntax.OpLogicalAnd, hclsyntax.OpLogicalOr:
		// The known side may decide.
		joined := left.and(right)
		switch {
		case decides(e.LHS, e.Op) || decides(e.RHS, e.Op):
			joined.unknown = nil
		case left.unknown == nil || right.unknown == nil:
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
	return Flow{own: left.and(right)}
}

// decides reports a literal that makes the other operand not matter.
func decides(e hclsyntax.Expression, op *hclsyntax.Operation) bool {
	value, literal := tree.Bool(tree.Unparen(e))
	return literal && value == (op == hclsyntax.OpLogicalOr)
}

// operand tells of a value that an operator looks into.
func (f *flower) operand(e hclsyntax.Expression) {
	if f.sinks != nil {
		f.sinks.operand(e)
	}
}

// tuple keeps the elements apart.
func (f *flower) tuple(e *hclsyntax.TupleConsExpr) Flow {
	p := flowParts{count: len(e.Exprs)}
	for i, x := range e.Exprs {
		if element := f.expr(x); element.isEmpty() {
			p.gaps = true
		} else {
			p.add(strconv.Itoa(i), element, len(e.Exprs)-i)
		}
	}
	sortParts(p.named)
	return Flow{parts: newParts(p)}
}

// object keeps the members apart where every key is a literal; otherwise a member
// may be any of the values. Marks of the keys are those of the whole.
func (f *flower) object(e *hclsyntax.ObjectConsExpr) Flow {
	var own marks
	var members flowParts
	var others Flow // one of the members whose keys are not literal
	computed := 0
	for i, item := range e.Items {
		name, literal := tree.LiteralKey(item.KeyExpr)
		if !literal {
			own = own.and(f.key(item.KeyExpr))
		}
		value := f.expr(item.ValueExpr)
		if literal {
			members.set(name, value, len(e.Items)-i)
		} else if computed++; computed == 1 {
			others = value
		} else {
			others = either(others, value)
		}
	}
	if computed == 0 {
		sortParts(members.named)
		return Flow{own: own, parts: newParts(members)}
	}
	if members.gaps {
		others = either(others, Flow{})
	}
	for _, part := range members.named {
		others = either(others, part.flow)
	}
	return elementsOf(own, others)
}

// key is what the key of an object carries.
func (f *flower) key(e hclsyntax.Expression) marks {
	key := f.expr(e)
	if f.sinks != nil {
		f.sinks.key(e, key)
	}
	return key.deep()
}

// set adds a member; the last one of a name wins. More tells how many may follow.
func (p *flowParts) set(name string, value Flow, more int) {
	if len(p.named) < maxFlowSize {
		for i := range p.named {
			if p.named[i].name == name {
				p.named[i].flow = value
				return
			}
		}
	}
	if value.isEmpty() && len(p.named) < maxFlowSize {
		p.gaps = true
		return
	}
	p.add(name, value, more)
}

// add adds a member that carries something. More tells how many may follow.
func (p *flowParts) add(name string, value Flow, more int) {
	if p.named == nil {
		p.named = make([]flowPart, 0, more)
	}
	p.named = append(p.named, flowPart{name, value})
}

// each is the flow of a member that a loop visits: it has its own marks, and not those of the whole. In
// what is unknown as a whole nothing is visited. (ForExpr.Value and SplatExpr.Value of hclsyntax take the
// marks off the collection and put them on the result.)
func (r *recorder) each(f Flow) Flow {
	f.own = marks{within: f.own.within, deps: r.insideOf(f.own.deps)}
	return f.element()
}

func (f *flower) forExpr(e *hclsyntax.ForExpr) Flow {
	collection := f.expr(e.CollExpr)
	if f.sinks != nil {
		f.sinks.forCollection(e, collection)
	}
	own := collection.own
	own.within = nil
	names := []flowPart{{e.ValVar, f.each(collection)}, {e.KeyVar, Flow{own: marks{deps: f.configsIn(own.deps)}}}}
	var value Flow
	if f.sinks != nil {
		defer f.sinks.enterLoop(collection)()
	}
	f.branches++
	f.with(names, func() {
		if e.KeyExpr != nil {
			key := f.expr(e.KeyExpr)
			if f.sinks != nil {
				f.sinks.forKey(e, key, collection)
			}
			own = own.and(key.deep())
		}
		value = f.expr(e.ValExpr)
		if e.CondExpr != nil {
			condition := f.expr(e.CondExpr)
			f.operand(e.CondExpr)
			if f.sinks != nil {
				f.sinks.forCondition(e, condition, collection)
			}
			own = own.and(condition.deep())
			if some, literal := tree.Bool(tree.Unparen(e.CondExpr)); literal && !some {
				value = Flow{}
			}
		}
	})
	f.branches--
	if e.Group {
		value = elementsOf(marks{}, value)
	}
	return elementsOf(own, value)
}

func (f *flower) index(e *hclsyntax.IndexExpr) Flow {
	collection, key := f.expr(e.Collection), f.expr(e.Key)
	if v, literal := tree.LiteralIndex(e.Key); literal {
		return stepInto(collection, v)
	}
	return collection.element().marked(key.deep())
}

func (f *flower) splat(e *hclsyntax.SplatExpr) Flow {
	source := f.expr(e.Source)
	element := source // a value that is no list stands for a list of itself
	switch f.isList(e.Source) {
	case always:
		element = f.each(source)
	case sometimes:
		element = either(f.each(source), source)
	}
	if f.anonymous == nil {
		f.anonymous = map[*hclsyntax.AnonSymbolExpr]Flow{}
	}
	f.anonymous[e.Item] = element
	each := f.expr(e.Each)
	own := source.own
	own.within = nil
	return elementsOf(own, each)
}

func (f *flower) scopeTraversal(e *hclsyntax.ScopeTraversalExpr) Flow {
	name := e.Traversal.RootName()
	flow, ok := f.variable(name)
	if !ok {
		flow = f.recorder.flow(f.e, e)
		if f.sinks != nil {
			f.sinks.name(e, name, flow)
		}
	}
	return stepsInto(flow, e.Traversal[1:])
}

// stepsInto is the flow of what a traversal leads to.
func stepsInto(flow Flow, steps hcl.Traversal) Flow {
	for _, s := range steps {
		flow = flowStepOf(s).into(flow)
	}
	return flow
}

// flowStep is a step without its place, so that it can be kept longer than the tree.
type flowStep struct {
	name string // of a member
	kind flowStepKind
}

type flowStepKind uint8

const (
	flowStepMember  flowStepKind = iota
	flowStepElement              // any member
	flowStepUnclear              // nobody knows which
	flowStepNone                 // it stays where it is
)

func flowStepOf(s hcl.Traverser) flowStep {
	if a, is := s.(hcl.TraverseAttr); is { // the usual case, without making a value
		return flowStep{name: cty.NormalizeString(a.Name)}
	}
	key, ok := tree.StepKey(s)
	if !ok {
		return flowStep{kind: flowStepUnclear}
	}
	if text, ok := typesys.Text(key); ok && key.Type() != cty.Bool {
		return flowStep{name: text}
	}
	return flowStep{kind: flowStepElement}
}

// flowStepsOf are the steps of a traversal: the first one, and those that few traversals have.
func flowStepsOf(steps hcl.Traversal) (first flowStep, more []flowStep) {
	if len(steps) == 0 {
		return flowStep{kind: flowStepNone}, nil
	}
	for _, s := range steps[1:] {
		more = append(more, flowStepOf(s))
	}
	return flowStepOf(steps[0]), more
}

// into is the flow of what the step leads to.
func (s flowStep) into(flow Flow) Flow {
	switch s.kind {
	case flowStepMember:
		return flow.member(s.name)
	case flowStepElement:
		return flow.element()
	case flowStepNone:
		return flow
	}
	return flow.flat()
}

// stepInto is the flow of a member with a literal key.
func stepInto(flow Flow, key cty.Value) Flow {
	if text, ok := typesys.Text(key); ok && key.Type() != cty.Bool {
		return flow.member(text)
	}
	return flow.element()
}
