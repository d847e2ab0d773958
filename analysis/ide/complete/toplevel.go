package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file offers top-level blocks and names.

// topLevel offers block keywords and undeclared names. Before "=" only a name is possible, and
// before other text only a keyword.
func (c *completer) topLevel() {
	assigned := c.Cursor.Assigned()
	if !assigned {
		c.blocks()
		if c.Cursor.FollowedBy() != 0 {
			return
		}
		c.snippetBlocks()
	}
	for _, name := range c.p.UndeclaredNames() {
		item := Item{Label: name, Kind: KindVariable, Detail: "used but not declared", Insert: name + " = "}
		if assigned {
			item.Insert = name
		}
		c.add(item)
	}
}

// blocks offers block keywords. If the rest of the block exists already, it inserts the
// keyword alone.
func (c *completer) blocks() {
	for i, b := range language.Blocks() {
		if b.Declares == language.DeclaresKeyword && c.p.Lookup(b.Keyword) != nil {
			continue
		}
		item := Item{
			Label: b.Keyword, Kind: KindKeyword, Detail: b.Form, Doc: b.Doc,
			Insert: b.Snippet, Plain: b.Plain, Next: nextOf(b.Snippet), Sort: sortText(rankBest, string(rune('a'+i))),
		}
		if c.Cursor.FollowedBy() != 0 {
			item.Insert, item.Plain, item.Next = b.Keyword, b.Keyword, NextNothing
		}
		c.add(item)
	}
}
