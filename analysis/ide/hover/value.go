package hover

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file describes values that are known and not already written at the place.

// valueAt returns the line about the value of the name at the cursor.
func (h *hoverer) valueAt(o *analysis.Occurrence) markdown.Text {
	switch o.Kind {
	case analysis.OccurAttribute, analysis.OccurKey:
		return h.value(h.named(o.Span))
	case analysis.OccurMember:
		return h.value(h.upTo(o.Span))
	}
	return ""
}

// value returns the line about an expression's value, or an empty string.
func (h *hoverer) value(e hclsyntax.Expression) markdown.Text {
	if e == nil {
		return ""
	}
	if several := h.instanceValues(e); several != "" {
		return several
	}
	v, err := eval.PreviewOf(h.ctx, h.p, h.at.Item, e)
	if err != nil || v.Plain || !value.IsSecret(v.Value.Value) && analysis.HasSecretValue(h.at.Info, h.at.Item.Item, e) {
		return ""
	}
	return valueLine(v)
}

// instanceValues returns the line about an expression whose value differs between the
// instances of its resource.
func (h *hoverer) instanceValues(e hclsyntax.Expression) markdown.Text {
	each, count, err := eval.Instances(h.ctx, h.p, h.at.Item, e)
	if err != nil {
		return ""
	}
	var shown []markdown.Text
	for _, v := range each {
		if v.Text == "" {
			return ""
		}
		if text := markdown.Code(v.Text); !slices.Contains(shown, text) {
			shown = append(shown, text)
		}
	}
	if len(shown) == 0 {
		return ""
	}
	if count > len(each) {
		shown = append(shown, markdown.Words(more(count-len(each))))
	}
	return label(each[0], "Values") + ": " + markdown.Joined(shown, ", ")
}

func valueLine(v eval.Preview) markdown.Text {
	switch {
	case v.TooLarge:
		return "The value is too large to compute."
	case v.Text == "":
		return ""
	}
	return label(v, "Value") + ": " + markdown.Code(v.Text)
}

// label says where a value comes from.
func label(v eval.Preview, word markdown.Text) markdown.Text {
	switch {
	case v.Stack != "":
		return "In stack " + markdown.Code(v.Stack)
	case len(v.Defaults) > 0:
		return "By default"
	}
	return word
}

// named returns the value of the attribute or object key at a span.
func (h *hoverer) named(span syntax.Span) hclsyntax.Expression {
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		switch n := n.(type) {
		case *hclsyntax.Attribute:
			if n.NameRange.Start.Byte == span.Start {
				return n.Expr
			}
		case *hclsyntax.ObjectConsExpr:
			for _, item := range n.Items {
				if syntax.SpanOf(item.KeyExpr) == span {
					return item.ValueExpr
				}
			}
		}
	}
	return nil
}

// upTo returns a traversal up to and including the step at a span.
func (h *hoverer) upTo(span syntax.Span) hclsyntax.Expression {
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		t, ok := n.(*hclsyntax.ScopeTraversalExpr)
		if !ok {
			continue
		}
		for i, step := range t.Traversal {
			if step.SourceRange().End.Byte != span.End {
				continue
			}
			if i == len(t.Traversal)-1 {
				return t
			}
			return &hclsyntax.ScopeTraversalExpr{Traversal: t.Traversal[:i+1], SrcRange: hcl.RangeBetween(t.SrcRange, step.SourceRange())}
		}
	}
	return nil
}

// declaredValue returns the line about the value of a local or output, and whether the line
// says everything about the value.
func (h *hoverer) declaredValue(o *analysis.Object) (line markdown.Text, whole bool) {
	v, err := eval.PreviewName(h.ctx, h.p, o)
	if err != nil || v.Plain || o.Kind == analysis.ObjectLocal && v.Value.Value.IsMarked() {
		return "", false // the cause of a secret says more than the fact
	}
	line = valueLine(v)
	return line, line != "" && v.Stack == "" && len(v.Defaults) == 0 && !v.TooLarge
}

// configValue returns the line about the value of a config, unless it is the default as
// written.
func (h *hoverer) configValue(o *analysis.Object, it syntax.Placed) markdown.Text {
	v, err := eval.PreviewName(h.ctx, h.p, o)
	if err != nil || v.Text == "" {
		return ""
	}
	if v.Stack == "" {
		if v.Value.Value.IsMarked() {
			return ""
		}
		a := it.Attribute(language.ConfigDefault)
		if a == nil {
			return ""
		}
		before, err := eval.PreviewOf(h.ctx, h.p, it, a.Expr)
		if err != nil || before.Plain && (before.Text == v.Text || v.Value.Value.Type().IsPrimitiveType()) {
			return "" // the conversion of a single default is described already
		}
	}
	return valueLine(v)
}
