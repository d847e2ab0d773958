package hover

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file describes the taint of the value at a place: whether it is secret or may be unknown during a preview,
// why, and what it depends on; and what an expression waits for: the eventual values that its operators, templates,
// conditions and calls read.

// carries adds the taint of the value. It does not repeat that an output is known once its
// resource exists.
func (h *hoverer) carries(pg *page) {
	if pg.empty() {
		return
	}
	taint, name, found := h.taint()
	if !found {
		return
	}
	pg.section = sectionFlow
	pg.line(markdown.Message(taint.SecretText(name)))
	if !h.tellsWhen() {
		pg.line(markdown.Message(taint.UnknownText(name)))
	}
	pg.line(markdown.Message(taint.DependenciesText(name)))
	if h.isConfig() && len(h.runs.CallersOf(h.p.Dir)) == 0 && h.runs.IsPart(h.p.Dir) {
		pg.line("The programs that use this one decide whether it is secret or unknown.")
	}
}

// isConfig reports whether the place is the name of a config.
func (h *hoverer) isConfig() bool {
	object := h.at.Object(h.p)
	return object != nil && object.Kind == analysis.ObjectConfig
}

// taint returns the taint of the value at the place and the name it has. found is false if there
// is no value.
func (h *hoverer) taint() (taint analysis.Taint, name string, found bool) {
	s, err := analysis.ItemViewWithCallers(h.ctx, h.p, h.at.Item, h.runs.CallersOf)
	if err != nil || s.Info == nil {
		return analysis.Taint{}, "", false
	}
	return h.carried(s)
}

// carried returns the taint, given what is known about the item.
func (h *hoverer) carried(s *analysis.ItemView) (taint analysis.Taint, name string, found bool) {
	o := h.at.Occurrence
	if o == nil {
		if h.at.Expression == nil {
			return analysis.Taint{}, "", false
		}
		e := h.whole()
		if _, isKey := e.(*hclsyntax.ObjectConsKeyExpr); isKey {
			e = h.named(syntax.SpanOf(e))
		}
		return s.Taint(e), rootOf(e), e != nil
	}
	switch o.Kind {
	case analysis.OccurDeclaration, analysis.OccurVariable:
		taint, found = h.ofName(s, o)
		return taint, o.Name, found
	case analysis.OccurMember:
		if t := h.traversal(); t != nil {
			return h.carriedUpTo(s, t, o.Span), t.Traversal.RootName(), true
		}
	case analysis.OccurAttribute, analysis.OccurOption, analysis.OccurKey:
		if e := h.named(o.Span); e != nil {
			return s.Taint(e), rootOf(e), true
		}
	}
	return analysis.Taint{}, "", false
}

// ofName returns the taint of a name. For resources and components the members have taints, and
// each describes its own.
func (h *hoverer) ofName(s *analysis.ItemView, o *analysis.Occurrence) (analysis.Taint, bool) {
	object := h.at.Object(h.p)
	if object == nil {
		return analysis.Taint{}, false
	}
	it, _ := object.Item()
	switch object.Kind {
	case analysis.ObjectLocal:
		return s.TaintOf(o.Name), true
	case analysis.ObjectConfig:
		return s.TaintOf(o.Name), it.Attribute(language.ConfigSecret) == nil // the page says so already
	case analysis.ObjectOutput:
		if a := it.Attribute(language.OutputValue); a != nil && it.Item == s.Item {
			return s.Taint(a.Expr), true
		}
	case analysis.ObjectLoopVariable:
		if t := h.traversal(); t != nil && len(t.Traversal) == 1 {
			return s.Taint(t), true
		}
	}
	return analysis.Taint{}, false
}

// isAmong reports whether a list has an expression.
func isAmong(list []hclsyntax.Expression, e hclsyntax.Expression) bool {
	return slices.ContainsFunc(list, func(one hclsyntax.Expression) bool { return syntax.Same(one, e) })
}

// whole returns the expression at the place. For the text of a string it returns the string.
func (h *hoverer) whole() hclsyntax.Expression {
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if template, ok := n.(*hclsyntax.TemplateExpr); ok && isAmong(template.Parts, h.at.Expression) && isText(h.at.Expression) {
			return template
		}
	}
	return h.at.Expression
}

// traversal returns the name at the place with its steps, or nil.
func (h *hoverer) traversal() *hclsyntax.ScopeTraversalExpr {
	var found *hclsyntax.ScopeTraversalExpr
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if t, ok := n.(*hclsyntax.ScopeTraversalExpr); ok {
			found = t
		}
	}
	return found
}

// carriedUpTo returns the taint of a traversal up to the step at a span.
func (h *hoverer) carriedUpTo(s *analysis.ItemView, t *hclsyntax.ScopeTraversalExpr, span syntax.Span) analysis.Taint {
	var steps hcl.Traversal
	for _, step := range t.Traversal[1:] {
		if step.SourceRange().Start.Byte >= span.End {
			return s.TaintOf(t.Traversal.RootName()).Through(steps...)
		}
		steps = append(steps, step)
	}
	return s.Taint(t)
}

// tellsWhen reports whether the page already says when the value becomes known: the value is
// an output by itself, or the page lists what it waits for.
func (h *hoverer) tellsWhen() bool {
	if h.at.Occurrence != nil {
		return h.at.Occurrence.Kind == analysis.OccurMember
	}
	return h.at.Expression != nil && h.awaits(h.whole()) != ""
}

// rootOf returns the root name of an expression, or an empty string.
func rootOf(e hclsyntax.Expression) string {
	if t, ok := e.(*hclsyntax.ScopeTraversalExpr); ok {
		return t.Traversal.RootName()
	}
	return ""
}

// awaits returns a sentence about what an expression waits for. It is empty if the expression
// waits for nothing, or is itself the only value awaited.
func (h *hoverer) awaits(e hclsyntax.Expression) string {
	operands := h.operands(e, typesys.Held)
	sentence := typesys.AwaitedText(typesys.Awaited(operands...))
	if sentence == "" {
		return ""
	}
	return strings.ToUpper(sentence[:1]) + sentence[1:] + "."
}

// operands returns the parts of an expression that its evaluation may wait for, and how each
// is used. A part that is itself an operation is replaced by its own parts.
func (h *hoverer) operands(e hclsyntax.Expression, use typesys.Use) []typesys.Operand {
	var found []typesys.Operand
	look := func(use typesys.Use, parts ...hclsyntax.Expression) {
		for _, part := range parts {
			if part != nil {
				found = append(found, h.operands(part, use)...)
			}
		}
	}
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		look(use, e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		look(use, e.Wrapped)
	case *hclsyntax.TemplateExpr:
		look(typesys.Observed, e.Parts...)
	case *hclsyntax.TemplateJoinExpr:
		look(typesys.Observed, e.Tuple)
	case *hclsyntax.BinaryOpExpr:
		look(typesys.Observed, e.LHS, e.RHS)
	case *hclsyntax.UnaryOpExpr:
		look(typesys.Observed, e.Val)
	case *hclsyntax.ConditionalExpr:
		look(typesys.Observed, e.Condition)
		look(use, e.TrueResult, e.FalseResult)
	case *hclsyntax.IndexExpr:
		look(typesys.Observed, e.Collection, e.Key)
	case *hclsyntax.ForExpr:
		look(typesys.Observed, e.CollExpr)
	case *hclsyntax.SplatExpr:
		look(typesys.Observed, e.Source)
	case *hclsyntax.TupleConsExpr:
		look(use, e.Exprs...)
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			look(typesys.Observed, item.KeyExpr)
			look(use, item.ValueExpr)
		}
	case *hclsyntax.FunctionCallExpr:
		return h.callOperands(e, use)
	default:
		return []typesys.Operand{{Name: h.written(e), Type: h.at.Info.TypeOf(e), Use: use}}
	}
	return found
}

// callOperands returns the arguments of a call that waits for them. Other calls are operands
// themselves: functions of providers, whose results do not follow from their arguments, and
// functions that accept outputs.
func (h *hoverer) callOperands(e *hclsyntax.FunctionCallExpr, use typesys.Use) []typesys.Operand {
	var found []typesys.Operand
	for _, arg := range e.Args {
		want := h.at.Info.ExpectedOf(arg)
		if want.Kind() == typesys.KindInput { // every parameter accepts this besides its own type
			want = want.Elem()
		}
		for _, o := range h.operands(arg, typesys.Observed) {
			o.Use, o.Want = typesys.Passed, want
			found = append(found, o)
		}
	}
	b := language.Called(e.Name)
	if b.Name == "" || b.Source != language.SourceTable || len(typesys.Awaited(found...)) == 0 {
		return []typesys.Operand{{Name: h.written(e), Type: h.at.Info.TypeOf(e), Use: use}}
	}
	return found
}

// written returns the source text of an expression on one line.
func (h *hoverer) written(e hclsyntax.Expression) string {
	return strings.Join(strings.Fields(eval.Source(h.at.Item.Item, e)), " ")
}
