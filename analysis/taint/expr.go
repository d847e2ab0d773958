package taint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the taints of expressions: operators, conditions and templates join what they are made of;
// tuples and objects keep it apart; steps take it out again. (docs/language/unknown-and-secret.md)

// interpreter computes the taints of one item.
type interpreter struct {
	recorder
	e    *program.Item
	info *check.Info
	vars *variables
	// anonymous are the taints of splat elements that are being visited; made for the first splat.
	anonymous map[*hclsyntax.AnonSymbolExpr]Taint
	// sinks hears of every expression; nil where only the taint is asked for.
	sinks *sinks
	around
}

// around is what stands around an expression that is being visited.
type around struct {
	public   int // how many places that everybody reads
	text     int // how many calls that make one text of everything
	guarded  int // how many calls that catch failures
	branches int // how many conditionals and loops
}

// variables is one layer of variables inside an item.
type variables struct {
	outer *variables
	names []memberTaint
}

func newInterpreter(r recorder, e *program.Item) *interpreter {
	return &interpreter{recorder: r, e: e, info: r.InfoOf(e)}
}

// with runs do with a further layer of variables.
func (f *interpreter) with(names []memberTaint, do func()) {
	if len(names) == 0 {
		do()
		return
	}
	outer := f.vars
	f.vars = &variables{outer, names}
	defer func() { f.vars = outer }()
	do()
}

func (f *interpreter) variable(name string) (Taint, bool) {
	for v := f.vars; v != nil; v = v.outer {
		for i := range v.names {
			if v.names[i].name == name {
				return v.names[i].taint, true
			}
		}
	}
	return Taint{}, false
}

// attribute is the taint of the value of an attribute.
func (f *interpreter) attribute(a *hclsyntax.Attribute) Taint {
	if f.carriesNothing(tree.NodeSpan(a)) {
		return Taint{}
	}
	return f.expr(a.Expr)
}

// carriesNothing reports code outside of loops that names nothing and calls nothing. So it carries nothing,
// and there is nothing to find in it.
func (f *interpreter) carriesNothing(code syntax.Span) bool {
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

// expr is the taint of an expression.
func (f *interpreter) expr(e hclsyntax.Expression) Taint {
	taint := f.taintOf(e)
	if f.sinks != nil {
		f.sinks.hear(e, taint)
	}
	return taint
}

func (f *interpreter) taintOf(e hclsyntax.Expression) Taint {
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
			return Taint{}
		}
		return f.expr(e.Wrapped)
	case *hclsyntax.ForExpr:
		return f.forExpr(e)
	case *hclsyntax.IndexExpr:
		return f.index(e)
	case *hclsyntax.SplatExpr:
		return f.splat(e)
	}
	return Taint{} // literals, and what stands for a syntax error
}

func (f *interpreter) template(e *hclsyntax.TemplateExpr) Taint {
	var all marks
	for _, part := range e.Parts {
		if taint := f.shown(part); !taint.isEmpty() {
			all = all.and(taint.deep())
		}
	}
	if f.sinks != nil && all.secret.isSure() {
		f.sinks.template(e)
	}
	return Taint{own: all}
}

// shown is the taint of an expression in a place where everybody reads it.
func (f *interpreter) shown(e hclsyntax.Expression) Taint {
	f.public++
	taint := f.expr(e)
	f.public--
	return taint
}

// conditional is one of its branches, with the marks of its condition: what is chosen tells what the condition was.
func (f *interpreter) conditional(e *hclsyntax.ConditionalExpr) Taint {
	condition := f.expr(e.Condition).flat()
	f.operand(e.Condition)
	yes, no := f.branch(e.TrueResult), f.branch(e.FalseResult)
	if f.sinks != nil {
		f.sinks.condition(e, condition, yes, no)
	}
	chosen := either(yes, no)
	if taken, constant := check.ConstantBool(e.Condition); constant && taken {
		chosen = yes
	} else if constant {
		chosen = no
	}
	chosen = chosen.marked(yes.own.passedOver()).marked(no.own.passedOver()).marked(condition.own)
	if _, maybe := f.isList(e); maybe && condition.own.unknown != nil {
		// go-cty makes a list of unknown elements of an unknown list if both branches have one length.
		late := Taint{own: marks{unknown: condition.own.unknown.unsure()}}
		return withBoth(chosen, elementsOf(marks{}, late))
	}
	return chosen
}

// branch is the taint of an expression that only some runs evaluate.
func (f *interpreter) branch(e hclsyntax.Expression) Taint {
	f.branches++
	taint := f.expr(e)
	f.branches--
	return taint
}

func (f *interpreter) binary(e *hclsyntax.BinaryOpExpr) Taint {
	lhs, rhs := f.expr(e.LHS), f.expr(e.RHS)
	left, right := lhs.deep(), rhs.deep()
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
		return Taint{own: joined}
	case hclsyntax.OpEqual, hclsyntax.OpNotEqual:
		// What something has inside does not matter to whether it is null. (Value.Equals of cty)
		if tree.IsNull(e.LHS) || tree.IsNull(e.RHS) {
			left.unknown, right.unknown = lhs.own.unknown, rhs.own.unknown
		}
	default:
		f.operand(e.LHS)
		f.operand(e.RHS)
	}
	return Taint{own: left.and(right)}
}

// decides reports a literal, or one after `!`, that makes the other operand not matter.
func decides(e hclsyntax.Expression, op *hclsyntax.Operation) bool {
	e, wanted := tree.Unparen(e), op == hclsyntax.OpLogicalOr
	if not, is := e.(*hclsyntax.UnaryOpExpr); is && not.Op == hclsyntax.OpLogicalNot {
		e, wanted = tree.Unparen(not.Val), !wanted
	}
	value, literal := tree.Bool(e)
	return literal && value == wanted
}

// operand tells of a value that an operator looks into.
func (f *interpreter) operand(e hclsyntax.Expression) {
	if f.sinks != nil {
		f.sinks.operand(e)
	}
}

// tuple keeps the elements apart.
func (f *interpreter) tuple(e *hclsyntax.TupleConsExpr) Taint {
	p := memberTaints{count: len(e.Exprs)}
	for i, x := range e.Exprs {
		if element := f.expr(x); element.isEmpty() {
			p.gaps = true
		} else {
			p.add(strconv.Itoa(i), element, len(e.Exprs)-i)
		}
	}
	sortParts(p.named)
	return Taint{parts: newParts(p)}
}

// object keeps the members apart where every key is a literal; otherwise a member
// may be any of the values. Marks of the keys are those of the whole.
func (f *interpreter) object(e *hclsyntax.ObjectConsExpr) Taint {
	var own marks
	var members memberTaints
	var others Taint // one of the members whose keys are not literal
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
		return Taint{own: own, parts: newParts(members)}
	}
	if members.gaps {
		others = either(others, Taint{})
	}
	for _, part := range members.named {
		others = either(others, part.taint)
	}
	return elementsOf(own, others)
}

// key is what the key of an object carries.
func (f *interpreter) key(e hclsyntax.Expression) marks {
	key := f.expr(e)
	if f.sinks != nil {
		f.sinks.key(e, key)
	}
	return key.deep()
}

// set adds a member; the last one of a name wins. More tells how many may follow.
func (p *memberTaints) set(name string, value Taint, more int) {
	if len(p.named) < maxSize {
		for i := range p.named {
			if p.named[i].name == name {
				p.named[i].taint = value
				return
			}
		}
	}
	if value.isEmpty() && len(p.named) < maxSize {
		p.gaps = true
		return
	}
	p.add(name, value, more)
}

// add adds a member that carries something. More tells how many may follow.
func (p *memberTaints) add(name string, value Taint, more int) {
	if p.named == nil {
		p.named = make([]memberTaint, 0, more)
	}
	p.named = append(p.named, memberTaint{name, value})
}

// each is the taint of a member that a loop visits: it has its own marks, and not those of the whole. In
// what is unknown as a whole nothing is visited. (ForExpr.Value and SplatExpr.Value of hclsyntax take the
// marks off the collection and put them on the result.)
func (r recorder) each(f Taint) Taint { return r.visited(f).Element() }

func (r recorder) visited(f Taint) Taint {
	f.own = marks{within: f.own.within, deps: r.insideOf(f.own.deps)}
	return f
}

func (f *interpreter) forExpr(e *hclsyntax.ForExpr) Taint {
	collection := f.expr(e.CollExpr)
	if f.sinks != nil {
		f.sinks.forCollection(e, collection)
	}
	own := collection.own
	own.within = nil
	names := []memberTaint{{e.ValVar, f.each(collection)}, {e.KeyVar, Taint{own: marks{deps: f.configsIn(own.deps)}}}}
	var value Taint
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
				value = Taint{}
			}
		}
	})
	f.branches--
	if e.Group {
		value = elementsOf(marks{}, value)
	}
	return elementsOf(own, value)
}

func (f *interpreter) index(e *hclsyntax.IndexExpr) Taint {
	collection, key := f.expr(e.Collection), f.expr(e.Key)
	if v, literal := tree.LiteralIndex(e.Key); literal {
		return accessBy(v).into(collection)
	}
	return collection.Element().marked(key.deep())
}

func (f *interpreter) splat(e *hclsyntax.SplatExpr) Taint {
	source := f.expr(e.Source)
	element := source // a value that is no list stands for a list of itself
	switch surely, maybe := f.isList(e.Source); {
	case surely:
		element = f.each(source)
	case maybe:
		element = either(f.each(source), source)
	}
	if f.anonymous == nil {
		f.anonymous = map[*hclsyntax.AnonSymbolExpr]Taint{}
	}
	f.anonymous[e.Item] = element
	each := f.expr(e.Each)
	own := source.own
	own.within = nil
	steps, is := e.Each.(*hclsyntax.RelativeTraversalExpr)
	if !is || steps.Source != e.Item || source.count() == 0 {
		return elementsOf(own, each)
	}
	p := memberTaints{count: source.count()} // as many as are visited
	for i := range p.count {
		if element := stepsInto(f.visited(source).member(strconv.Itoa(i)), steps.Traversal); element.isEmpty() {
			p.gaps = true
		} else {
			p.add(strconv.Itoa(i), element, p.count-i)
		}
	}
	sortParts(p.named)
	return Taint{own: own, parts: newParts(p)}
}

func (f *interpreter) scopeTraversal(e *hclsyntax.ScopeTraversalExpr) Taint {
	name := e.Traversal.RootName()
	taint, ok := f.variable(name)
	if !ok {
		taint = f.recorder.taint(f.e, e)
		if f.sinks != nil {
			f.sinks.name(e, name, taint)
		}
	}
	return stepsInto(taint, e.Traversal[1:])
}

// stepsInto is the taint of what a traversal leads to.
func stepsInto(taint Taint, steps hcl.Traversal) Taint {
	for _, s := range steps {
		taint = accessOf(s).into(taint)
	}
	return taint
}

// access is a step without its place, so that it can be kept longer than the tree.
type access struct {
	name string // of a member
	kind accessKind
}

type accessKind uint8

const (
	accessMember  accessKind = iota
	accessElement            // any member
	accessUnclear            // nobody knows which
	accessNone               // it stays where it is
)

func accessOf(s hcl.Traverser) access {
	if a, is := s.(hcl.TraverseAttr); is { // the usual case, without making a value
		return access{name: cty.NormalizeString(a.Name)}
	}
	key, ok := tree.StepKey(s)
	if !ok {
		return access{kind: accessUnclear}
	}
	return accessBy(key)
}

// accessBy is a step to the member with a literal key.
func accessBy(key cty.Value) access {
	if text, ok := typesys.Text(key); ok && key.Type() != cty.Bool {
		return access{name: text}
	}
	return access{kind: accessElement}
}

// accessesOf are the steps of a traversal: the first one, and those that few traversals have.
func accessesOf(steps hcl.Traversal) (first access, more []access) {
	if len(steps) == 0 {
		return access{kind: accessNone}, nil
	}
	for _, s := range steps[1:] {
		more = append(more, accessOf(s))
	}
	return accessOf(steps[0]), more
}

// into is the taint of what the step leads to.
func (s access) into(taint Taint) Taint {
	switch s.kind {
	case accessMember:
		return taint.member(s.name)
	case accessElement:
		return taint.Element()
	case accessNone:
		return taint
	}
	return taint.flat()
}
