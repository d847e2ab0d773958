package taint

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
)

// CountTaints counts the results about taints that had to be computed, with all findings and
// types known already.
func CountTaints(p *checked.Program) (computed int) {
	r := program.NewRun(context.Background(), p.Core())
	for e := range r.Program.Items() {
		for id := range check.FirstPassQuery {
			r.Program.Result(r, e, id)
		}
	}
	r = program.NewRun(program.Observed(context.Background(), func(w program.Work) {
		if !w.Reused {
			computed++
		}
	}), p.Core())
	for e := range r.Program.Items() {
		taintIn(r, e)
		factsIn(r, e)
	}
	return computed
}

// Tree is the size and the depth of a taint, counted.
func Tree(t Taint) (size, depth int) {
	visit := func(inner Taint) {
		s, d := Tree(inner)
		size, depth = size+s, max(depth, d)
	}
	for _, part := range t.partsNamed() {
		visit(part.taint)
	}
	if rest := t.partsRest(); rest != nil {
		visit(*rest)
	}
	return size + 1, depth + 1
}

// The bounds of taints.
const (
	MaxSize  = maxSize
	MaxDepth = maxDepth
	MaxDeps  = maxDeps
)
