package syntax

import (
	"sync/atomic"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
)

// Items, the pieces of a file.

// Span is a half-open range of byte offsets.
type Span = lex.Span

// IdentifierEnd returns the end of the identifier at an offset of a text; the
// offset itself if there is none.
func IdentifierEnd(text string, offset int) int { return lex.IdentifierEnd(text, offset) }

// Label, Error and Related are results of parsing.
type (
	Label   = parse.Label
	Error   = parse.Error
	Related = parse.Related
)

// Item is one top-level piece of a file. It is immutable, and every offset in it is
// relative to its own text.
type Item struct {
	Kind        Kind
	Keyword     string // block type as written; "" if the item is not a block
	KeywordSpan Span
	Name        string // of the attribute or of the object that a block declares; "" if there is none
	NameSpan    Span
	Labels      []Label
	Text        string
	Errors      []Error // in the order of their spans
	Inputs      *Inputs // for a file of inputs, whose text is the body of the block; otherwise nil

	free     []Ref                // see [FreeNames]
	tree     atomic.Pointer[tree] // of the text; nil while it is forgotten
	marks    mark
	nested   bool                   // see [Item.HasBlocks]
	lineEnds int                    // in the text, as a Mapper counts them
	mapper   atomic.Pointer[Mapper] // of the text; nil until first used
	layout   atomic.Pointer[Layout] // of the text; nil until first used

	suppressions atomic.Pointer[[]Suppression] // nil until first used
}

// mapped returns the mapper of the item's text.
func (it *Item) mapped() *Mapper {
	if m := it.mapper.Load(); m != nil {
		return m
	}
	m := NewMapper(it.Text)
	it.mapper.Store(m)
	return m
}

// Attribute returns an attribute of the block; nil if there is none, or no block.
func (it *Item) Attribute(name string) *hclsyntax.Attribute {
	if it.Block() == nil {
		return nil
	}
	return it.Block().Body.Attributes[name]
}
