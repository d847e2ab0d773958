// Package outline tells what is in a file: the symbols that it has (its items, their blocks and attributes of several lines, and the keys of locals
// that are literal objects), what can be folded, how a selection grows, and what links it has; and it finds declarations by name.
//
// Names and places come from the syntax, so broken text has an outline too. Types in details come from the checker. The package knows no protocol, and
// the caller maps a [Kind] to an icon.
//
// Invariant: a symbol has a name, its name is inside it, and it is inside its parent. Editors reject outlines that are otherwise.
package outline

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file defines symbols, and creates those of items and what is inside them.

// Kind is the kind of a symbol.
type Kind uint8

// The kinds of symbols.
const (
	KindLocal Kind = iota + 1
	KindConfig
	KindResource
	KindRead
	KindComponent
	KindOutput
	KindHook
	KindPulumi
	KindPackage
	KindBlock     // a nested block, or a block of unknown kind
	KindAttribute // an attribute of a block
	KindOption    // an attribute of an options block
	KindKey       // a key of a literal object
)

// Symbol is one declaration or part of it.
type Symbol struct {
	Name   string // never empty
	Detail string // a type or token; may be empty
	Kind   Kind
	// Span is the whole text without comments above it. NameSpan is inside it.
	Span, NameSpan syntax.Span
	// Deprecated means that the schema deprecates it.
	Deprecated bool
	Children   []Symbol
}

// Symbols returns the items of a file in order. The only error is the context's.
func Symbols(ctx context.Context, p *analysis.Program, path string) ([]Symbol, error) {
	f, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	var symbols []Symbol
	for _, it := range f.All() {
		info, err := p.Check(ctx, it)
		if err != nil {
			return nil, err
		}
		l := &lister{item: it, info: info}
		if s, named := l.symbol(); named {
			symbols = append(symbols, s)
		}
	}
	return symbols, ctx.Err()
}

// detailLength is the longest type in a detail, in characters.
const detailLength = 60

var itemKinds = map[syntax.Kind]Kind{
	syntax.KindLocal: KindLocal, syntax.KindConfig: KindConfig, syntax.KindResource: KindResource,
	syntax.KindRead: KindRead, syntax.KindComponent: KindComponent, syntax.KindOutput: KindOutput,
	syntax.KindHook: KindHook, syntax.KindPulumi: KindPulumi, syntax.KindPackage: KindPackage,
}

// KindOf returns the kind of the symbols of items of a kind, or zero for items that are no declarations.
func KindOf(kind syntax.Kind) Kind { return itemKinds[kind] }

// lister creates the symbols of one item.
type lister struct {
	item syntax.Placed
	info *analysis.Info
}

// symbol returns the symbol of the item, or false for stray text.
func (l *lister) symbol() (Symbol, bool) {
	kind, ok := itemKinds[l.item.Kind]
	switch {
	case ok:
	case l.item.Block() == nil:
		return Symbol{}, false
	default:
		kind = KindBlock
	}
	s := Symbol{Name: l.item.Name, Kind: kind, Span: analysis.ContentSpan(l.item), NameSpan: l.item.NameSpan.Shift(l.item.Base)}
	if s.Name == "" {
		s.Name, s.NameSpan = l.unnamed()
	}
	if s.Name == "" || s.NameSpan.Start < s.Span.Start || s.NameSpan.End > s.Span.End {
		return Symbol{}, false
	}
	s.Detail = l.detail()
	s.Deprecated = l.info.Resource != nil && l.info.Resource.Deprecation != ""
	switch {
	case l.item.Block() != nil:
		s.Children = l.body(l.item.Block().Body, KindAttribute)
	case l.item.Attr() != nil:
		s.Children = l.keys(l.item.Attr().Expr)
	}
	return s, true
}

// unnamed names an item without a name: a package after what it declares, others after their
// keyword.
func (l *lister) unnamed() (string, syntax.Span) {
	span := l.item.KeywordSpan.Shift(l.item.Base)
	if l.item.Inputs != nil {
		return l.item.Labels[0].Value, l.item.NameSpan.Shift(l.item.Base)
	}
	if ref, ok := analysis.PackageRef(l.item.Item); ok {
		return ref.Name, span
	}
	return l.item.Keyword, span
}

// detail returns the type of the declaration, as written if possible.
func (l *lister) detail() string {
	it := l.item
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent, syntax.KindConfig:
		if len(it.Labels) > 1 {
			return it.Labels[1].Value
		}
	case syntax.KindUnknown:
		return it.Keyword
	case syntax.KindHook:
		if len(it.Labels) > 1 {
			return it.Labels[0].Value
		}
	case syntax.KindPackage:
		ref, _ := analysis.PackageRef(it.Item)
		return ref.Version
	case syntax.KindOutput:
		if it.Block() != nil {
			if a := it.Block().Body.Attributes[language.OutputValue]; a != nil {
				return l.typeOf(l.info.TypeOf(a.Expr))
			}
		}
	case syntax.KindLocal:
		if it.Attr() != nil {
			return l.typeOf(l.info.TypeOf(it.Attr().Expr))
		}
	}
	return ""
}

func (l *lister) typeOf(t typesys.Type) string {
	if !t.IsValid() || t.Kind() == typesys.KindDynamic {
		return ""
	}
	return typesys.Short(t, detailLength)
}

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
