package check

import "context"

// CountComputed says how many results had to be computed to get all findings of
// a program; those taken over from its predecessor do not count.
func CountComputed(p *Program) (int, error) {
	p = p.settled(context.Background())
	r := newRun(context.Background(), p)
	for e := range p.all() {
		p.factsIn(r, e)
	}
	if p.origin != nil {
		r.computed += p.origin.run.computed
	}
	return r.computed, r.ctx.Err()
}

// IsDuration and RangeProblem are the readers of texts in options.
var (
	IsDuration   = isDuration
	RangeProblem = rangeProblem
)

// CountFlows says how many results about flows had to be computed, with all
// findings and types known already.
func CountFlows(p *Program) int {
	p = p.settled(context.Background())
	r := newRun(context.Background(), p)
	for e := range p.all() {
		p.factsIn(r, e)
		p.signatureIn(r, e)
	}
	r.computed = 0
	for e := range p.all() {
		p.flowIn(r, e)
		p.flowFactsIn(r, e)
	}
	return r.computed
}

// WithoutFlows is a world in which programs have no flows.
func WithoutFlows(w World) World {
	w.withoutFlows = true
	return w
}

// FlowTree is the size and the depth of a flow, counted.
func FlowTree(f Flow) (size, depth int) {
	visit := func(inner Flow) {
		s, d := FlowTree(inner)
		size, depth = size+s, max(depth, d)
	}
	for _, part := range f.partsNamed() {
		visit(part.flow)
	}
	if rest := f.partsRest(); rest != nil {
		visit(*rest)
	}
	return size + 1, depth + 1
}

// The bounds of flows.
const (
	MaxFlowSize  = maxFlowSize
	MaxFlowDepth = maxFlowDepth
	MaxDeps      = maxDeps
)

// IsIdentifier is isIdentifier.
var IsIdentifier = isIdentifier

// IsDerived reports whether a program was derived from the one before.
func IsDerived(p *Program) bool { return p.pending != nil }

// FlowMember is the flow of one member of a value.
var FlowMember = Flow.member

// FlowOwn are the names that the value itself comes from, without what is in it.
// All is false where some are left out.
func FlowOwn(f Flow) (names []string, all bool) { return f.own.deps.names, !f.own.deps.more }

// FlowSure says which marks of the value itself every run is said to show.
func FlowSure(f Flow) (unknown, secret bool) { return f.own.unknown.isSure(), f.own.secret.isSure() }
