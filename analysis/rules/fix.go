package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file makes fixes from the templates of rules.

const (
	fixSteps = 10_000
	indent   = "  " // of the inputs of a block
)

// fix is the fix of a fail; nil if the rule has none, or if it depends on something that is unknown,
// secret, or different for each instance.
func (v *view) fix() *Fix {
	template := v.rule.fix
	if template == nil || v.it.Item == nil {
		return nil
	}
	before := v.touched
	v.touched = false
	texts, ok := v.fixTexts(template)
	ok = ok && !v.touched
	if v.touched = v.touched || before; !ok {
		return nil
	}
	f := &Fix{Title: template.title}
	for _, name := range template.remove {
		if a := inputNamed(v.it, name); a != nil {
			f.Edits = append(f.Edits, Edit{Span: v.lineOf(a)})
		}
	}
	var added []string
	for _, t := range texts {
		if a := inputNamed(v.it, t.name); a != nil {
			f.Edits = append(f.Edits, Edit{syntax.SpanOf(a.Expr).Shift(v.it.Base), t.text})
		} else {
			added = append(added, t.name+" = "+t.text)
		}
	}
	if len(added) > 0 {
		f.Edits = append(f.Edits, v.addition(added))
	}
	slices.SortFunc(f.Edits, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return f
}

// Apply returns the text of the file after the fix.
func (f *Fix) Apply(text string) string {
	for _, e := range slices.Backward(f.Edits) {
		text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
	}
	return text
}

// fixText is an input with its new source text.
type fixText struct{ name, text string }

// fixTexts are the inputs that a template sets.
func (v *view) fixTexts(template *fix) (texts []fixText, ok bool) {
	budget := value.NewBudget(v.ctx, fixSteps)
	for _, from := range []*hclsyntax.ObjectConsExpr{template.set, template.text} {
		if from == nil {
			continue
		}
		for _, item := range from.Items {
			name, _ := analysis.LiteralKey(item.KeyExpr)
			got, err := eval.OutsideOf(v.ctx, item.ValueExpr, &budget, v)
			if err != nil || !got.Known() || got.Value.ContainsMarked() {
				return nil, false
			}
			written := strings.ReplaceAll(string(hclwrite.Format(hclwrite.TokensForValue(got.Value).Bytes())), "\n", "\n"+indent)
			if from == template.text {
				if written, err = value.Written(got.Value); err != nil || len(syntax.ParseItem("x = "+written).Errors) > 0 {
					return nil, false
				}
			}
			texts = append(texts, fixText{name, written})
		}
	}
	return texts, true
}

// lineOf is an attribute with the rest of its lines, if nothing else is there.
func (v *view) lineOf(a *hclsyntax.Attribute) syntax.Span {
	text, span := v.it.Text, syntax.SpanOf(a)
	for span.Start > 0 && (text[span.Start-1] == ' ' || text[span.Start-1] == '\t') {
		span.Start--
	}
	if span.End < len(text) && text[span.End] == '\n' && span.Start > 0 && text[span.Start-1] == '\n' {
		span.End++
	}
	return span.Shift(v.it.Base)
}

// addition sets further inputs at the beginning of the body.
func (v *view) addition(lines []string) Edit {
	open := v.it.Block().OpenBraceRange.End.Byte
	text := "\n" + indent + strings.Join(lines, "\n"+indent)
	if rest := v.it.Text[open:v.it.Block().CloseBraceRange.Start.Byte]; !strings.Contains(rest, "\n") {
		text += "\n"
	}
	return Edit{syntax.Span{Start: open, End: open}.Shift(v.it.Base), text}
}
