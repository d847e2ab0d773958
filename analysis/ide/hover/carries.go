package hover

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file says what the value at a place carries: whether it is secret or may be
// unknown during a preview, with the cause, and what it comes from.

// carries adds what the value at the place carries. What the page says already, that an
// output is known once its resource exists, is not said again.
func (h *hoverer) carries(pg *page) {
	if pg.empty() {
		return
	}
	flow, name, found := h.flow()
	if !found {
		return
	}
	pg.line(markdown.Inline(flow.SecretText(name)))
	if !h.tellsWhen() {
		pg.line(markdown.Inline(flow.UnknownText(name)))
	}
	pg.line(markdown.Inline(flow.DependenciesText(name)))
}

// flow is what the value at the place carries, and the name that it is; false where the
// place is about no value.
func (h *hoverer) flow() (flow analysis.Flow, name string, found bool) {
	at := syntax.Span{Start: h.at.Item.Base, End: h.at.Item.Base}
	unknown := func(*syntax.Item) *analysis.Sight { return nil }
	err := h.p.Sights(h.ctx, h.path, at, unknown, func(it syntax.Placed, s *analysis.Sight) {
		if it.Item == h.at.Item.Item && s.Info != nil {
			flow, name, found = h.carried(s)
		}
	})
	return flow, name, found && err == nil
}

// carried is flow with what is known about the item.
func (h *hoverer) carried(s *analysis.Sight) (flow analysis.Flow, name string, found bool) {
	o := h.at.Occurrence
	if o == nil {
		if h.at.Expression == nil {
			return analysis.Flow{}, "", false
		}
		e := h.whole()
		if _, isKey := e.(*hclsyntax.ObjectConsKeyExpr); isKey {
			e = h.named(syntax.SpanOf(e))
		}
		return s.Flow(e), rootOf(e), e != nil
	}
	switch o.Kind {
	case analysis.OccurDeclaration, analysis.OccurVariable:
		flow, found = h.ofName(s, o)
		return flow, o.Name, found
	case analysis.OccurMember:
		if t := h.traversal(); t != nil {
			return h.carriedUpTo(s, t, o.Span), t.Traversal.RootName(), true
		}
	case analysis.OccurAttribute, analysis.OccurOption, analysis.OccurKey:
		if e := h.named(o.Span); e != nil {
			return s.Flow(e), rootOf(e), true
		}
	}
	return analysis.Flow{}, "", false
}

// ofName is what the value carries that a name stands for. Of what a resource or a
// component stands for the members carry something, and each says so itself.
func (h *hoverer) ofName(s *analysis.Sight, o *analysis.Occurrence) (analysis.Flow, bool) {
	object := h.at.Object(h.p)
	if object == nil {
		return analysis.Flow{}, false
	}
	it, _ := object.Item()
	switch object.Kind {
	case analysis.ObjectLocal:
		return s.FlowOf(o.Name), true
	case analysis.ObjectConfig:
		return s.FlowOf(o.Name), attribute(it, "secret") == nil // which the page tells
	case analysis.ObjectOutput:
		if a := attribute(it, "value"); a != nil && it.Item == s.Item {
			return s.Flow(a.Expr), true
		}
	case analysis.ObjectLoopVariable:
		if t := h.traversal(); t != nil && len(t.Traversal) == 1 {
			return s.Flow(t), true
		}
	}
	return analysis.Flow{}, false
}

// whole is the expression at the place; the text of a string stands for the string.
func (h *hoverer) whole() hclsyntax.Expression {
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if template, ok := n.(*hclsyntax.TemplateExpr); ok && slices.Contains(template.Parts, h.at.Expression) && isText(h.at.Expression) {
			return template
		}
	}
	return h.at.Expression
}

// traversal is the name with its steps at the place; nil for none.
func (h *hoverer) traversal() *hclsyntax.ScopeTraversalExpr {
	var found *hclsyntax.ScopeTraversalExpr
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if t, ok := n.(*hclsyntax.ScopeTraversalExpr); ok {
			found = t
		}
	}
	return found
}

// carriedUpTo is what a value carries that some steps of a traversal lead to, up to the one at a
// span.
func (h *hoverer) carriedUpTo(s *analysis.Sight, t *hclsyntax.ScopeTraversalExpr, span syntax.Span) analysis.Flow {
	var steps hcl.Traversal
	for _, step := range t.Traversal[1:] {
		if step.SourceRange().Start.Byte >= span.End {
			return s.FlowOf(t.Traversal.RootName()).Through(steps...)
		}
		steps = append(steps, step)
	}
	return s.Flow(t)
}

// tellsWhen reports whether the page says already when the value is known: it is an
// output that stands there as it is, or says what it waits for.
func (h *hoverer) tellsWhen() bool {
	if h.at.Occurrence != nil {
		return h.at.Occurrence.Kind == analysis.OccurMember
	}
	return h.at.Expression != nil && h.awaits(h.whole()) != ""
}

// rootOf is the name that an expression is; empty for any other.
func rootOf(e hclsyntax.Expression) string {
	if t, ok := e.(*hclsyntax.ScopeTraversalExpr); ok {
		return t.Traversal.RootName()
	}
	return ""
}
