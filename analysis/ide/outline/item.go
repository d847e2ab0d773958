package outline

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file creates the symbols of items.

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
