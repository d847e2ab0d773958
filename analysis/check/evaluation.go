package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file tells where a failure of the run is certain: an expression inside try
// or can may fail, and one behind a condition may have been tested for what would
// make it fail.

// loops tells whether something that is done for each element of a collection is done at all. The
// branches of a conditional may differ in what they have; such elements are optional.
func loops(collection typesys.Type) likelihood {
	t := typesys.PlainShape(collection)
	var elements []typesys.Type
	switch t.Kind() {
	case typesys.KindTuple:
		elements = t.Elems()
	case typesys.KindObject:
		for _, p := range t.Properties() {
			elements = append(elements, p.Type)
		}
	default:
		return sometimes
	}
	if len(elements) == 0 {
		return never
	}
	return certainIf(slices.ContainsFunc(elements, func(t typesys.Type) bool { return !typesys.IsOptional(t) }))
}

// enter enters an expression that is evaluated with a likelihood; the result leaves it. What
// is never evaluated, or whose failure is caught, does no harm.
func (e *evalContext) enter(c likelihood) (leave func()) {
	switch c {
	case sometimes:
		e.conditions++
		return func() { e.conditions-- }
	case never:
		e.attempts++
		failed := e.failed
		return func() { e.attempts, e.failed = e.attempts-1, failed }
	}
	return func() {}
}

// typed enters an expression whose type in a run is known even if it fails, as that of an
// operator; the result leaves it. A conditional with a branch without a type never fails.
func (e *evalContext) typed() (leave func()) {
	untyped := e.untyped
	return func() { e.untyped = untyped }
}

// cannotFail reports whether an expression is made of literals and names only: what a name
// stands for was evaluated before.
func cannotFail(e hclsyntax.Expression) bool {
	if parts := tree.Parts(e); len(parts) > 0 {
		return !slices.ContainsFunc(parts, func(part hclsyntax.Expression) bool { return !cannotFail(part) })
	}
	name, isName := tree.Bare(e).(*hclsyntax.ScopeTraversalExpr)
	return isName && len(name.Traversal) == 1 || tree.IsLiteral(e)
}

// OnlySomeRuns ends the message about a failure under a condition.
const OnlySomeRuns = " (only runs that come here fail)"

// fails reports what always fails when it is evaluated. Where the program catches
// failures that is what it expects. Under a condition only some runs evaluate it.
func (c *checker) fails(code codes.Code, span syntax.Span, message string) {
	c.failing(code, span, diagnostic.Advice{Message: message})
}

// failing is fails for a message that proposes something.
func (c *checker) failing(code codes.Code, span syntax.Span, why diagnostic.Advice) {
	switch {
	case c.evaluation.attempts > 0:
		c.evaluation.failed++
		c.evaluation.untyped++
	case c.evaluation.conditions > 0:
		c.info.adviseAs(codes.Warning, code, span, why.And(OnlySomeRuns))
	default:
		c.info.adviseAs(codes.Error, code, span, why)
	}
}

// mayFail reports what fails for some values, unless something may have been
// tested before.
func (c *checker) mayFail(code codes.Code, span syntax.Span, message string) {
	if c.evaluation.attempts == 0 && c.evaluation.conditions == 0 {
		c.info.findAs(codes.Warning, code, span, message)
	}
}
