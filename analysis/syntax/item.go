package syntax

import (
	"sync"
	"sync/atomic"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/evict"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
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

// Kind is the kind of an item. Package language declares the kinds; they have their names
// here, too, because they are a part of what parsing yields.
type Kind = language.Kind

// The kinds of items; see [language.Kind].
const (
	KindUnknown   = language.KindUnknown
	KindLocal     = language.KindLocal
	KindConfig    = language.KindConfig
	KindResource  = language.KindResource
	KindRead      = language.KindRead
	KindComponent = language.KindComponent
	KindOutput    = language.KindOutput
	KindHook      = language.KindHook
	KindPulumi    = language.KindPulumi
	KindPackage   = language.KindPackage
	KindStray     = language.KindStray
	KindBlank     = language.KindBlank
)

// keywords are the keywords of all kinds of blocks.
var keywords = sync.OnceValue(func() split.Keywords {
	k := split.Keywords{}
	for _, word := range language.Keywords() {
		k[word] = true
	}
	return k
})

// The trees of items. A tree takes ten to twenty times the memory of its text, and nobody
// needs most of them after the first check. So only the trees that were used last are kept;
// the others are forgotten, and parsed again when somebody asks, which takes microseconds.
//
// Two calls may return different trees with equal nodes. So what is known about a node is
// found by its place (package node) and never by its pointer. Tests run without
// room; see [evict.SetRoom].

// tree is what the parser makes of an item's text. It is immutable.
type tree struct {
	attr  *hclsyntax.Attribute
	block *hclsyntax.Block
	// attributes are those of the block, in the order of the source: hclsyntax has a map of them.
	attributes []*hclsyntax.Attribute
}

// noTree is the tree of an item that has none.
var noTree = new(tree)

func treeOf(p parse.Item) *tree {
	switch {
	case p.Block != nil:
		return blockTree(p.Block)
	case p.Attr != nil:
		return &tree{attr: p.Attr}
	}
	return noTree
}

func blockTree(b *hclsyntax.Block) *tree {
	if b == nil {
		return noTree
	}
	return &tree{block: b, attributes: node.Attributes(b.Body)}
}

// plant gives a new item its tree, and finds what must be known of each item while the tree is near the processor.
func (it *Item) plant(t *tree) {
	it.tree.Store(t)
	it.free = freeNames(t.attr, t.attributes, t.block)
	it.nested = t.block != nil && len(t.block.Body.Blocks) > 0
}

// FreeNames returns the uses of names that an item doesn't bind itself, in the order of the
// source. Names that a for expression binds are not free in its parts. Bare object keys and
// called functions don't count. The list is shared.
func FreeNames(it *Item) []Ref { return it.free }

// CalledFunctions returns the names of the functions that an item calls, in the order of the
// source.
func CalledFunctions(it *Item) []Ref {
	var calls []Ref
	node.Walk(it.Root(), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok {
			calls = append(calls, Ref{call.Name, node.Bytes(call.NameRange)})
		}
		return true
	})
	return calls
}

// HasBlocks reports whether the block of the item has blocks in it, such as options. Most have
// none, and the answer needs no tree.
func (it *Item) HasBlocks() bool { return it.nested }

// Attr is the attribute of a local; nil for other items, and for one that is nested too deep.
// Its Expr is never nil.
func (it *Item) Attr() *hclsyntax.Attribute { return it.parsed().attr }

// Block is the block of an item with a "{"; nil for other items, and for one that is nested
// too deep. Its Body has the entries that parse.
func (it *Item) Block() *hclsyntax.Block { return it.parsed().block }

// Attributes are the attributes of the item's block in the order of the source; none for
// other items. The list is shared.
func (it *Item) Attributes() []*hclsyntax.Attribute { return it.parsed().attributes }

// Root is the attribute or the block of an item; nil if it has neither.
func (it *Item) Root() hclsyntax.Node {
	switch t := it.parsed(); {
	case t.block != nil:
		return t.block
	case t.attr != nil:
		return t.attr
	}
	return nil
}

// Lengths of texts up to which trees are kept: of files that may wait for their first check, of which a program has four times
// [MaxFileSize] at most, and of items that were used since.
const (
	keptUnchecked = 2 << 20
	keptChecked   = 256 << 10
)

var (
	unchecked = evict.New(keptUnchecked, keptUnchecked, (*File).forget)
	checked   = evict.New(keptChecked, evict.Large, (*Item).forget)
)

// parsed is the tree of the item, which is parsed again if it was forgotten.
func (it *Item) parsed() *tree {
	if t := it.tree.Load(); t != nil {
		return t
	}
	t := it.parseAgain()
	if it.tree.CompareAndSwap(nil, t) {
		it.keep()
	}
	return t
}

func (it *Item) parseAgain() *tree {
	if it.Inputs != nil {
		block, _ := it.inputsBlock()
		return blockTree(block)
	}
	return treeOf(parse.Text(it.Text, keywords()))
}

// Checked says that all results about the item are there: its tree need not be kept longer
// than those of other items, and not at all if that was the first check of its program.
func (it *Item) Checked(first bool) {
	switch t := it.tree.Load(); {
	case t == nil:
	case first:
		checked.Drop(it, len(it.Text))
	default:
		it.keep()
	}
}

func (it *Item) keep() {
	if it.tree.Load() != noTree {
		checked.Keep(it, len(it.Text))
	}
}

func (it *Item) forget() {
	if it.tree.Load() != noTree {
		it.tree.Store(nil)
	}
}

func (f *File) forget() {
	for _, it := range f.All() {
		it.forget()
	}
}
