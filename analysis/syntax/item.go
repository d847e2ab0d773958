package syntax

import (
	"sync/atomic"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// The data that parsing yields: spans, labels, errors, items.

// Span is a half-open range of byte offsets.
type Span = lex.Span

// IdentifierEnd returns the end of the identifier at an offset of a text; the
// offset itself if there is none.
func IdentifierEnd(text string, offset int) int { return lex.IdentifierEnd(text, offset) }

// Label is one label of a block header. Its span includes the quotes, if any.
type Label struct {
	Value  string // without quotes and with escapes replaced
	Span   Span
	Quoted bool
}

// Error is one syntax error. Its code is one of those about syntax.
type Error struct {
	Span    Span
	Code    codes.Code
	Message string
	Related []Related
}

// Related is a second place that explains an error.
type Related struct {
	Span    Span
	Message string
}

// Item is one top-level piece of a file. It is immutable, and every offset in
// it is relative to its own text.
type Item struct {
	Kind        Kind
	Keyword     string // block type as written; "" for what is no block
	KeywordSpan Span
	Name        string // name of the attribute or of the thing that a block declares; "" if there is none
	NameSpan    Span
	Labels      []Label
	Text        string
	Attr        *hclsyntax.Attribute // for a local, unless it is nested too deep; its Expr is never nil
	Block       *hclsyntax.Block     // for a block with a "{", unless it is nested too deep; its Body holds what survived
	Errors      []Error              // in the order of their spans

	marks    mark                   // what is known without looking at the item
	lineEnds int                    // how many the text has, as a Mapper counts them
	mapper   atomic.Pointer[Mapper] // of the text; nil until it is asked for
	layout   atomic.Pointer[Layout] // of the text; nil until it is asked for

	suppressions atomic.Pointer[[]Suppression] // nil until they are asked for
}

// mapped is the mapper of the item's text.
func (it *Item) mapped() *Mapper {
	if m := it.mapper.Load(); m != nil {
		return m
	}
	m := NewMapper(it.Text)
	it.mapper.Store(m)
	return m
}
