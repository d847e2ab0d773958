package navigate

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file splits expressions such as net[0].vpc["id"] into a variable and steps.

// step reads a part of a value. A computed index has no name.
type step struct{ name string }

// access is a variable with steps.
type access struct {
	root  *hclsyntax.ScopeTraversalExpr
	steps []step
}

// accessAt returns the access whose last step is at a span of an item. It fails if the
// expression does not start with a variable.
func accessAt(it *syntax.Item, at syntax.Span) (access, bool) {
	nodes := syntax.NodeAt(it, at.Start)
	for i, n := range slices.Backward(nodes) {
		switch e := n.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			return access{root: e, steps: stepsUntil(e.Traversal[1:], at)}, true
		case *hclsyntax.RelativeTraversalExpr:
			if !syntax.SpanOf(e.Source).Contains(at.Start) {
				a, ok := accessOf(e.Source, nodes[:i])
				a.steps = append(a.steps, stepsUntil(e.Traversal, at)...)
				return a, ok
			}
		}
	}
	return access{}, false
}

// accessOf splits an expression. The outer nodes resolve the element of a splat.
func accessOf(e hclsyntax.Expression, outer []hclsyntax.Node) (access, bool) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return accessOf(e.Expression, outer)
	case *hclsyntax.ScopeTraversalExpr:
		return access{root: e, steps: stepsOf(e.Traversal[1:])}, true
	case *hclsyntax.RelativeTraversalExpr:
		a, ok := accessOf(e.Source, outer)
		a.steps = append(a.steps, stepsOf(e.Traversal)...)
		return a, ok
	case *hclsyntax.IndexExpr:
		a, ok := accessOf(e.Collection, outer)
		a.steps = append(a.steps, step{})
		return a, ok
	case *hclsyntax.SplatExpr:
		if e.Each == hclsyntax.Expression(e.Item) { // steps of the same elements
			return accessOf(e.Source, outer)
		}
	case *hclsyntax.AnonSymbolExpr:
		for i, n := range slices.Backward(outer) {
			if splat, isSplat := n.(*hclsyntax.SplatExpr); isSplat && splat.Item == e {
				a, ok := accessOf(splat.Source, outer[:i])
				a.steps = append(a.steps, step{})
				return a, ok
			}
		}
	}
	return access{}, false
}

// stepsUntil returns the steps up to the one that contains a span.
func stepsUntil(t hcl.Traversal, at syntax.Span) []step {
	for i, s := range t {
		if r := s.SourceRange(); at.Start < r.End.Byte {
			return stepsOf(t[:i+1])
		}
	}
	return stepsOf(t)
}

func stepsOf(t hcl.Traversal) []step {
	steps := make([]step, len(t))
	for i, s := range t {
		switch s := s.(type) {
		case hcl.TraverseAttr:
			steps[i].name = s.Name
		case hcl.TraverseIndex:
			if !s.Key.IsNull() && s.Key.Type() == cty.String {
				steps[i].name = s.Key.AsString()
			}
		}
	}
	return steps
}
