package syntax

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/recent"
)

// The trees of items. A tree takes ten to twenty times the memory of its text, and nobody
// needs most of them after the first check. So only the trees that were used last are kept;
// the others are forgotten, and parsed again when somebody asks, which takes microseconds.
//
// Two calls may return different trees with equal nodes. So what is known about a node is
// found by its [Place] and never by its pointer. Tests run with [ForgetAlways].

// tree is what the parser makes of an item's text. It is immutable.
type tree struct {
	attr  *hclsyntax.Attribute
	block *hclsyntax.Block
}

// noTree is the tree of an item that has none.
var noTree = new(tree)

func treeOf(p parse.Item) *tree {
	if p.Attr == nil && p.Block == nil {
		return noTree
	}
	return &tree{p.Attr, p.Block}
}

// Attr is the attribute of a local; nil for other items, and for one that is nested too deep.
// Its Expr is never nil.
func (it *Item) Attr() *hclsyntax.Attribute { return it.parsed().attr }

// Block is the block of an item with a "{"; nil for other items, and for one that is nested
// too deep. Its Body has the entries that parse.
func (it *Item) Block() *hclsyntax.Block { return it.parsed().block }

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

// Text lengths up to which trees are kept: of items that may soon be checked for the first
// time, and of items that were.
const (
	keptUnchecked = 2 << 20
	keptChecked   = 256 << 10
)

var unchecked, checked = recent.New(keptUnchecked), recent.New(keptChecked)

// plant gives a new item its tree.
func (it *Item) plant(t *tree) {
	it.tree.Store(t)
	if t != noTree {
		unchecked.Keep(it)
	}
}

// parsed is the tree of the item, which is parsed again if it was forgotten.
func (it *Item) parsed() *tree {
	if t := it.tree.Load(); t != nil && !forgetAlways {
		return t
	}
	t := it.parseAgain()
	if it.tree.CompareAndSwap(nil, t) && t != noTree {
		checked.Keep(it)
	}
	return t
}

func (it *Item) parseAgain() *tree {
	if it.Inputs != nil {
		block, _ := it.inputsBlock()
		return &tree{block: block}
	}
	return treeOf(parse.Text(it.Text, keywords))
}

// Checked says that all results about the item are there: its tree need not be kept longer
// than those of other items.
func (it *Item) Checked() {
	if it.tree.Load() != noTree {
		checked.Keep(it)
	}
}

// Size implements [recent.Thing].
func (it *Item) Size() int { return len(it.Text) }

// Forget implements [recent.Thing].
func (it *Item) Forget() {
	if it.tree.Load() != noTree {
		it.tree.Store(nil)
	}
}

// forgetAlways says that no tree is kept.
var forgetAlways bool

// ForgetAlways lets every call of [Item.Attr] and [Item.Block] return another tree, for tests
// that no answer depends on the identity of nodes.
func ForgetAlways() { forgetAlways = true }
