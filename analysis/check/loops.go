package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports loop variables and elements of ranges that nothing uses, and loop
// variables that hide each other.

// unusedKey reports the first of two loop variables where nothing uses it: it can
// be left out. An underscore in front says that this is meant. The second one
// cannot be left out and is not reported.
func (c *checker) unusedKey(e *hclsyntax.ForExpr, vars []*Object) {
	if e.KeyVar == "" || e.KeyVar == e.ValVar || strings.HasPrefix(e.KeyVar, "_") || len(c.e.Syntax.Errors) > 0 {
		return
	}
	used := slices.ContainsFunc(syntax.FreeNamesIn(e.KeyExpr, e.ValExpr, e.CondExpr), func(r syntax.Ref) bool { return r.Name == e.KeyVar })
	if used {
		return
	}
	for _, v := range vars {
		if v.Name == e.KeyVar {
			c.info.find(codes.UnusedLoopVariable, v.Span, "`"+diagnostic.Abbreviate(e.KeyVar, 40)+"` is never used; write `for "+diagnostic.Abbreviate(e.ValVar, 40)+" in …`")
		}
	}
}

// hidesVariable judges a loop variable with the name of one of an outer loop.
func (c *checker) hidesVariable(o *Object) {
	outer, _ := c.scope.variable(o.Name)
	if outer == nil || outer.Kind != ObjectLoopVariable || len(c.e.Syntax.Errors) > 0 {
		return
	}
	c.info.find(codes.NameShadowsVariable, o.Span, "this loop variable hides `"+diagnostic.Abbreviate(o.Name, 60)+"` of the outer loop; rename it",
		diagnostic.Related{Span: outer.Span, Message: "the variable of the outer loop"})
}

// unusedRange reports a range over a list whose elements the body does not look
// at. A number says that only the count matters, and the keys of a map become
// parts of names; in both cases nothing is lost.
func (c blocks) unusedRange(it *syntax.Item, a *hclsyntax.Attribute, facts rangeFacts) {
	isList := facts.kind == rangeCollection && facts.ok() && facts.it.Key == typesys.Int
	if !isList || it.Kind != syntax.KindResource || len(it.Errors) > 0 {
		return
	}
	if slices.ContainsFunc(c.e.Names, func(r syntax.Ref) bool { return r.Name == language.RangeVariable }) {
		return
	}
	c.info.find(codes.UnusedRange, tree.Span(a.Expr.Range()),
		"the body does not use `range.value`, so all instances are alike; write a number, or use the value")
}
