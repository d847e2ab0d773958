package rules

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
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
		return tree.Span(v.entry.NameRange).Shift(v.it.Base)
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
	got, ok := v.public(v.rule.at, &budget)
	if !ok {
		return ""
	}
	path, err := value.Written(got)
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
	span := tree.Span(a.NameRange)
	e := a.Expr
	for _, name := range names[1:] {
		property := propertyOf(e, name)
		if property == nil {
			break
		}
		span, e = syntax.SpanOf(property.KeyExpr), property.ValueExpr
	}
	return span, true
}
