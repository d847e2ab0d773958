package rules

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file finds the place of a finding.

// placeIn places a verdict on a program: at the declaration that `at` names, or else at the beginning.
func (v *Verdict) placeIn(p *analysis.Program) {
	v.Path, v.Span = p.Files[0].Path, syntax.Span{}
	if o := p.Lookup(v.at); o != nil {
		v.Path, v.Span = o.Path, o.Span
	}
}

// place is where the finding about an item belongs: what `at` names, or else what the rule looks at.
func (v *view) place(path string) syntax.Span {
	if v.entry != nil && path == "" {
		return syntax.Span{Start: v.entry.NameRange.Start.Byte, End: v.entry.NameRange.End.Byte}.Shift(v.it.Base)
	}
	if span, ok := v.property(path); ok {
		return span.Shift(v.it.Base)
	}
	return v.nameSpan()
}

// nameSpan is the place of the name of what the rule looks at.
func (v *view) nameSpan() syntax.Span {
	if v.it.NameSpan.Len() > 0 {
		return v.it.NameSpan.Shift(v.it.Base)
	}
	return v.it.KeywordSpan.Shift(v.it.Base)
}

// at is the text of the attribute `at`; empty for none, and for one that is not known or secret.
func (v *view) at() string {
	if v.rule.at == nil {
		return ""
	}
	budget := value.NewBudget(v.ctx, messageSteps)
	got, err := new(eval.Evaluator).OutsideOf(v.ctx, v.rule.at, &budget, v)
	if err != nil || !got.Known() || got.Value.ContainsMarked() {
		return ""
	}
	path, err := value.Written(got.Value)
	if err != nil {
		return ""
	}
	return path
}

// property is the place of the name of an input or option, or of a key in its value, as far as that is
// written out. Steps are separated by dots.
func (v *view) property(path string) (syntax.Span, bool) {
	names := strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' || r == '"' })
	if len(names) == 0 {
		return syntax.Span{}, false
	}
	a := inputNamed(v.it, names[0])
	if a == nil {
		a = tree.Option(v.it.Block(), names[0])
	}
	if a == nil {
		return syntax.Span{}, false
	}
	span := syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}
	e := a.Expr
	for _, name := range names[1:] {
		object, ok := e.(*hclsyntax.ObjectConsExpr)
		if !ok {
			return span, true
		}
		e = nil
		for _, item := range object.Items {
			if key, literal := analysis.LiteralKey(item.KeyExpr); literal && key == name {
				span, e = syntax.SpanOf(item.KeyExpr), item.ValueExpr
			}
		}
	}
	return span, true
}
