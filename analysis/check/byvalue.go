package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file reports expressions whose types are right and whose values fail.

// failsByValue reports what fails in an expression because of the values in it. Findings from before on are about it; if
// there are any, nothing more is said.
func (c *checker) failsByValue(e hclsyntax.Expression, before int) {
	if c.failedSince(before, tree.Span(e.Range())) || c.isBroken(e) {
		return
	}
	_, err := c.evaluated(e)
	failure, is := value.FailureOf(err)
	if !is {
		return
	}
	at, message, code := failure.At.(hclsyntax.Expression), failure.Error(), codes.OperandRuntime
	switch failed := at.(type) {
	case *hclsyntax.FunctionCallExpr:
		b := c.language().Called(failed.Name)
		code, message = codes.FnArgument, message+"; `"+b.Name+"` always fails at run time"
		if b.FailCode != "" && len(failed.Args) > 0 {
			code, at = b.FailCode, failed.Args[0]
		}
	case *hclsyntax.ForExpr:
		code = codes.ObjectKey
	case *hclsyntax.IndexExpr, *hclsyntax.ScopeTraversalExpr, *hclsyntax.RelativeTraversalExpr:
		code = codes.IndexLiteral
	}
	c.resting(failure.Marks, func() { c.fails(code, tree.Span(at.Range()), message) })
}

// mayFailByValue reports an expression whose value, and not only its type, decides whether it fails.
func mayFailByValue(e hclsyntax.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.FunctionCallExpr:
		return language.Called(e.Name).FailCode != ""
	case *hclsyntax.IndexExpr, *hclsyntax.BinaryOpExpr, *hclsyntax.UnaryOpExpr, *hclsyntax.ConditionalExpr:
		return true
	}
	return false
}

// resting calls a function that reports findings about a value. If the marks of the value have premises, each finding becomes
// a warning that names them.
func (c *checker) resting(marks cty.ValueMarks, report func()) {
	on := premisesIn(marks)
	if len(on) > 0 && (c.evaluation.attempts > 0 || c.evaluation.conditions > 0) {
		return
	}
	found := len(c.info.Findings)
	report()
	if len(on) == 0 {
		return
	}
	for i := range c.info.Findings[found:] {
		d := &c.info.Findings[found+i]
		d.Message, d.Severity = diagnostic.Abbreviate(on.String()+", "+d.Message, diagnostic.MaxLength), max(d.Severity, codes.Warning)
	}
}

// judged passes the value of an expression to a function that reports findings about it. Values that are unknown, null or
// secret are left out. A finding about a computed value proposes no text to write instead.
func (c *checker) judged(e hclsyntax.Expression, judge func(v cty.Value)) {
	if v, literal := literalValue(tree.Bare(e)); literal {
		if !v.IsNull() {
			judge(v)
		}
		return
	}
	v, marks := value.Bare(c.constant(e))
	if value.Conceal(marks) || !v.IsKnown() || v.IsNull() {
		return
	}
	found := len(c.info.Findings)
	c.resting(marks, func() { judge(v) })
	for i := range c.info.Findings[found:] {
		c.info.Findings[found+i].Suggestion, c.info.Findings[found+i].Choices = "", nil
	}
}

// judgedText is [checker.judged] for texts.
func (c blocks) judgedText(e hclsyntax.Expression, judge func(text string)) {
	c.judged(e, func(v cty.Value) {
		if isText(v) {
			judge(v.AsString())
		}
	})
}
