package hover

import (
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file describes values that are known and not already written at the place, and tells the URN of a resource,
// and those that its aliases stand for.

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

// maxAncestors is how many parents of a resource are looked at.
const maxAncestors = 20

// urnFact is the URN that a resource has in the selected stack; empty where the program does not
// say it: without a stack, inside a component, with several instances, or with a parent that is
// no name.
func (h *hoverer) urnFact(it syntax.Placed) markdown.Text {
	if analysis.RangeAttribute(it.Item) != nil {
		return ""
	}
	if u := h.urnOf(it, analysis.FormerName{}); u != "" {
		return "URN " + markdown.Code(u)
	}
	return ""
}

// aliasFact is the URN that the alias object at the offset stands for, with its span; empty where
// the program does not say it.
func (h *hoverer) aliasFact() (syntax.Span, markdown.Text) {
	for _, f := range analysis.FormerNames(h.at.Item.Item) {
		if f.URN != "" || !f.Span.Contains(h.at.Offset) || f.Name == "" && analysis.RangeAttribute(h.at.Item.Item) != nil {
			continue
		}
		if u := h.urnOf(h.at.Item, f); u != "" {
			return f.Span, "Stands for " + markdown.Code(u)
		}
	}
	return syntax.Span{}, ""
}

// urnOf is the URN that a resource had under another name, type or parent. What is left out is
// that of today.
func (h *hoverer) urnOf(it syntax.Placed, f analysis.FormerName) string {
	stack := h.p.Stack()
	if stack == nil || stack.Name == "" || stack.Project == "" || it.Kind != syntax.KindResource || len(it.Labels) < 2 {
		return ""
	}
	above, known := h.typesAbove(it, 0)
	switch {
	case f.NoParent:
		above, known = "", true
	case f.Parent != "":
		above, known = h.typesBelow(f.Parent, 0)
		known = known && !h.hasAliases(f.Parent) // which the engine follows
	}
	kind := f.Type
	if r := h.schemaResource(it.Labels[1].Value); r != nil && kind == "" {
		kind = r.Token
	}
	if !known || kind == "" {
		return ""
	}
	return urn.New(stack.Name, stack.Project, "", above+kind, cmp.Or(f.Name, analysis.LogicalName(it.Item)))
}

// typesAbove are the types of the ancestors of a resource, each with a separator behind it.
func (h *hoverer) typesAbove(it syntax.Placed, depth int) (types string, known bool) {
	parent := analysis.ParentOption(it.Item)
	if parent == nil {
		return "", true
	}
	return h.typesBelow(eval.Source(it.Item, parent.Expr), depth)
}

// typesBelow are the types of the ancestors of a resource with a certain parent.
func (h *hoverer) typesBelow(parent string, depth int) (types string, known bool) {
	it, declared := h.itemNamed(parent)
	if !declared || it.Kind != syntax.KindResource || len(it.Labels) < 2 || depth > maxAncestors || analysis.RangeAttribute(it.Item) != nil {
		return "", false
	}
	r := h.schemaResource(it.Labels[1].Value)
	if r == nil {
		return "", false
	}
	types, known = h.typesAbove(it, depth+1)
	return types + r.Token + "$", known
}

// itemNamed is the item that declares a name.
func (h *hoverer) itemNamed(name string) (syntax.Placed, bool) {
	object := h.p.Lookup(name)
	if object == nil {
		return syntax.Placed{}, false
	}
	return object.Item()
}

// hasAliases reports whether a resource or an ancestor of it may have aliases.
func (h *hoverer) hasAliases(name string) bool {
	for range maxAncestors {
		it, declared := h.itemNamed(name)
		if !declared || it.Block() == nil {
			return false
		}
		if tree.Option(it.Block(), language.NameAliases) != nil {
			return true
		}
		parent := analysis.ParentOption(it.Item)
		if parent == nil {
			return false
		}
		name = eval.Source(it.Item, parent.Expr)
	}
	return true
}
