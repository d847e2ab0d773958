package outline

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file makes the symbols of items.

// detailLength is how long the type in a detail may be, in characters.
const detailLength = 60

var itemKinds = map[syntax.Kind]Kind{
	syntax.KindLocal: KindLocal, syntax.KindConfig: KindConfig, syntax.KindResource: KindResource,
	syntax.KindRead: KindRead, syntax.KindComponent: KindComponent, syntax.KindOutput: KindOutput,
	syntax.KindHook: KindHook, syntax.KindPulumi: KindPulumi, syntax.KindPackage: KindPackage,
	syntax.KindUnknown: KindBlock,
}

// lister makes the symbols of one item.
type lister struct {
	item syntax.Placed
	info *analysis.Info
}

// symbol is the item itself; false for text that is no item.
func (l *lister) symbol() (Symbol, bool) {
	kind, ok := itemKinds[l.item.Kind]
	if !ok {
		return Symbol{}, false
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
	case l.item.Block != nil:
		s.Children = l.body(l.item.Block.Body, KindAttribute)
	case l.item.Attr != nil:
		s.Children = l.keys(l.item.Attr.Expr)
	}
	return s, true
}

// unnamed names an item that declares no name: a package by what it declares,
// others by their keyword.
func (l *lister) unnamed() (string, syntax.Span) {
	span := l.item.KeywordSpan.Shift(l.item.Base)
	if ref, ok := analysis.PackageRef(l.item.Item); ok {
		return ref.Name, span
	}
	return l.item.Keyword, span
}

// detail is the type of what the item declares, in the words of the source where
// it has them.
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
		if it.Block != nil {
			if a := it.Block.Body.Attributes["value"]; a != nil {
				return l.typeOf(l.info.Types[a.Expr])
			}
		}
	case syntax.KindLocal:
		if it.Attr != nil {
			return l.typeOf(l.info.Types[it.Attr.Expr])
		}
	}
	return ""
}

func (l *lister) typeOf(t typesys.Type) string {
	if !t.IsValid() || t == typesys.Dynamic {
		return ""
	}
	return typesys.Short(t, detailLength)
}
