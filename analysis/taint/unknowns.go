package taint

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file judges what may be unknown during a preview. (docs/language/unknown-and-secret.md#unknown-values)

// comesLate reports a cause that is sure and goes away once resources exist.
func comesLate(c *cause) bool {
	return c.isSure() && c.origin().kind != stepBlockOutput && c.origin().kind != stepNoInstance
}

// fromResource reports a cause that is an output of a resource.
func fromResource(c *cause) bool { return c.isSure() && c.origin().kind == stepOutput }

func (s *sinks) unknownRange(a *hclsyntax.Attribute, taint Taint) bool {
	why := taint.own.unknown
	if !comesLate(why) {
		return false
	}
	s.find(codes.UnknownRange, a.Expr,
		"this range may be unknown during a preview, which then omits the resource: "+why.origin().why(), why)
	return true
}

// withoutUnknowns leaves out findings about parts of what is unknown as a whole.
func withoutUnknowns(findings []checked.Finding) []checked.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f checked.Finding) bool {
		return strings.HasPrefix(string(f.Code), "unknown.")
	})
}

func (s *sinks) unknownKey(e hclsyntax.Expression, why *cause) {
	if s.text == 0 && comesLate(why) {
		s.find(codes.UnknownKey, e, "this key may be unknown during a preview, which makes the whole object unknown: "+why.origin().why(), why)
	}
}

// forCollection judges what a loop goes through.
func (s *sinks) forCollection(e *hclsyntax.ForExpr, collection Taint) {
	if why := collection.own.unknown; s.text == 0 && fromResource(why) {
		s.find(codes.UnknownFor, e.CollExpr, "this collection may be unknown during a preview, which makes the whole result unknown: "+why.origin().why(), why)
	}
}

func (s *sinks) forCondition(e *hclsyntax.ForExpr, condition, collection Taint) {
	why := condition.deep().unknown
	if s.text == 0 && collection.own.unknown == nil && !s.reportedAt(e.CondExpr) && comesLate(why) {
		s.findAs(codes.Warning, codes.UnknownFor, tree.NodeSpan(e.CondExpr),
			"this condition may be unknown during a preview, which makes the whole result unknown: "+why.origin().why(), why)
	}
}

// condition judges a condition that makes unknown what its branches know. One that
// asks for null is what an output that may be missing needs.
func (s *sinks) condition(e *hclsyntax.ConditionalExpr, condition, yes, no Taint) {
	why := condition.own.unknown
	if s.text > 0 || s.guarded > 0 || s.reportedAt(e.Condition) || !fromResource(why) {
		return
	}
	if yes.deep().unknown == nil && no.deep().unknown == nil && !tree.Contains(e.Condition, tree.IsNull) {
		s.find(codes.UnknownCondition, e.Condition,
			"this condition may be unknown during a preview, which then shows neither branch: "+why.origin().why(), why)
	}
}

// reportedAt reports whether the latest finding is about this expression.
func (s *sinks) reportedAt(e hclsyntax.Expression) bool {
	n := len(s.findings)
	return n > 0 && s.findings[n-1].Span == tree.NodeSpan(tree.Unparen(e))
}

// tryCall judges a call that catches failures. For an output that may be missing it is the right thing.
func (s *sinks) tryCall(e *hclsyntax.FunctionCallExpr, b *language.Builtin, args []Taint) {
	why := args[0].deep().unknown
	mayBeMissing := func(x hclsyntax.Expression) bool {
		t := s.typeOf(x)
		return t.IsValid() && typesys.IsOptional(t)
	}
	if s.text > 0 || b.Evaluation == language.EvaluateRecovery || !fromResource(why) || (b.Evaluation == language.EvaluateSuccess) != (len(args) == 1) || tree.Contains(e.Args[0], mayBeMissing) {
		return
	}
	message := "an unknown value does not count as a failure: during a preview, the later arguments of `" + b.Name + "` are skipped"
	if b.Evaluation == language.EvaluateSuccess {
		message = "an unknown value does not count as a failure: during a preview, the result of `" + b.Name + "` is unknown"
	}
	s.findAs(codes.UnknownTry.Severity(), codes.UnknownTry, tree.Span(e.NameRange), message, why)
}

// name judges a reference to something that never has a value.
func (s *sinks) name(e *hclsyntax.ScopeTraversalExpr, name string, taint Taint) {
	why := taint.own.unknown
	if s.options || !why.isSure() || why.after != nil {
		return
	}
	span := tree.NodeSpan(e)
	span.End = span.Start + len(name)
	switch why.origin().kind {
	case stepBlockOutput:
		s.findAs(codes.UnknownPermanent.Severity(), codes.UnknownPermanent, span,
			"`"+name+"` is an output block, so it is always unknown here; refer to the value that it exports", why)
	case stepNoInstance:
		s.findAs(codes.UnknownPermanent.Severity(), codes.UnknownPermanent, span,
			"`"+name+"` has `range = false`, so it is always unknown", why)
	}
}

// operand judges a value that an operator looks into: an output that may be
// missing fails there, but only in the update.
func (s *sinks) operand(e hclsyntax.Expression) {
	t, ok := tree.Unparen(e).(*hclsyntax.ScopeTraversalExpr)
	if !ok || s.guarded > 0 || len(t.Traversal) != 2 {
		return
	}
	name := t.Traversal.RootName()
	key, ok := tree.StepKey(t.Traversal[1])
	if _, own := s.variable(name); own || !ok || key.IsNull() || key.Type() != cty.String {
		return
	}
	_, sig := s.Lookup(s.e, name)
	res := schema.ResourceOf(sig.Value)
	if sig.Kind != check.ObjectResource || res == nil || res.IsProvider {
		return
	}
	p := res.Output(key.AsString())
	if p == nil || !typesys.IsOptional(p.Type) || s.recorder.Sets(name, p.Name) || hasDefault(res, p.Name) || s.mentionedAgain(t) {
		return
	}
	s.find(codes.UnknownOptional, t, "`"+name+"."+p.Name+"` may be missing: it is unknown during a preview and null in the update, where this fails"+diagnostic.VersionNote(res.Package),
		because(true, step{name: name, kind: stepOutput}))
}

func hasDefault(res *schema.Resource, name string) bool {
	in := res.Input(name)
	return in != nil && (in.Required || !in.Default.IsNull() || len(in.DefaultEnv) > 0)
}

// mentionedAgain reports a value that the item names more than once: one of the
// places may be a test whether it is there.
func (s *sinks) mentionedAgain(t *hclsyntax.ScopeTraversalExpr) bool {
	span, text := tree.NodeSpan(t), s.e.Syntax.Text
	return span.End > len(text) || strings.Count(text, text[span.Start:span.End]) > 1
}
