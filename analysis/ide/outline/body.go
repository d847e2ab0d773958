package outline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file creates the symbols inside items.

// body returns the blocks of a body, and its attributes that take several lines, in source order. Editors list symbols flat too, and there attributes of
// one line would hide the declarations.
func (l *lister) body(b *hclsyntax.Body, kind Kind) []Symbol {
	if b == nil {
		return nil
	}
	var all []Symbol
	for _, a := range b.Attributes {
		if span := l.place(a).Shift(-l.item.Base); strings.Contains(l.item.Text[span.Start:span.End], "\n") {
			all = append(all, l.attribute(a, kind))
		}
	}
	all = append(all, lists.Map(b.Blocks, l.block)...)
	lists.SortStable(all, func(x, y Symbol) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
	return slices.DeleteFunc(all, func(s Symbol) bool { return s.Name == "" || s.Span.Len() <= 0 })
}

func (l *lister) attribute(a *hclsyntax.Attribute, kind Kind) Symbol {
	s := Symbol{
		Name: a.Name, Kind: kind, Detail: l.typeOf(l.info.TypeOf(a.Expr)),
		Span: l.place(a), NameSpan: syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}.Shift(l.item.Base),
	}
	for _, o := range l.info.Occurrences {
		if o.Property != nil && o.Span.Shift(l.item.Base) == s.NameSpan {
			s.Deprecated = o.Property.Deprecation != ""
		}
	}
	return s
}

func (l *lister) block(b *hclsyntax.Block) Symbol {
	kind, name := KindAttribute, b.Type
	if b.Type == language.OptionsBlock {
		kind = KindOption
	}
	for _, label := range b.Labels {
		name += " " + label
	}
	return Symbol{
		Name: name, Kind: KindBlock, Span: l.place(b),
		NameSpan: syntax.Span{Start: b.TypeRange.Start.Byte, End: b.TypeRange.End.Byte}.Shift(l.item.Base),
		Children: l.body(b.Body, kind),
	}
}

// keys returns the literal keys of an object in source order.
func (l *lister) keys(e hclsyntax.Expression) []Symbol {
	object, ok := e.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return nil
	}
	var all []Symbol
	for _, entry := range object.Items {
		text, literal := analysis.LiteralKey(entry.KeyExpr)
		if !literal || text == "" {
			continue
		}
		name := l.place(entry.KeyExpr)
		all = append(all, Symbol{
			Name: text, Kind: KindKey, Detail: l.typeOf(l.info.TypeOf(entry.ValueExpr)),
			Span: syntax.Span{Start: name.Start, End: max(name.End, l.place(entry.ValueExpr).End)}, NameSpan: name,
		})
	}
	return all
}

// place returns the span of a node, limited to the item, because error recovery may extend it.
func (l *lister) place(n hclsyntax.Node) syntax.Span {
	s := syntax.SpanOf(n)
	return syntax.Span{Start: s.Start, End: min(max(s.End, s.Start), len(l.item.Text))}.Shift(l.item.Base)
}
