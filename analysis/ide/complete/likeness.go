package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file counts what blocks of the same sort set: what most of them have, the
// next one will likely have too.

// maxLike is how many blocks are looked at.
const maxLike = 200

// usedAlike is how often the blocks that are like the one around the cursor, of its
// kind and with its type, have an attribute or block of a name.
func (c *completer) usedAlike(name string) int {
	if c.alike == nil {
		c.alike = c.countAlike()
	}
	return c.alike[name]
}

func (c *completer) countAlike() map[string]int {
	counts := map[string]int{}
	seen := 0
	for _, f := range c.p.Files {
		for _, it := range f.All() {
			if it.Block == nil || !c.isLike(it) {
				continue
			}
			for name := range it.Block.Body.Attributes {
				counts[name]++
			}
			for _, b := range it.Block.Body.Blocks {
				counts[b.Type]++
			}
			if seen++; seen == maxLike {
				return counts
			}
		}
	}
	return counts
}

// isLike reports whether an item is another one of the sort that is around the
// cursor.
func (c *completer) isLike(it syntax.Placed) bool {
	if it.Keyword != c.Cursor.Keyword() || it.Item == c.Item.Item && it.Base == c.Item.Base {
		return false
	}
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		labels := c.Cursor.Labels()
		return len(labels) > 1 && len(it.Labels) > 1 && it.Labels[1].Value == labels[1]
	}
	return true
}

// entryWeight is the weight of an entry of the body around the cursor, or of a key
// of an object in it.
func (c *completer) entryWeight(name string) int {
	return weight(10*min(c.usedAlike(name), 6), c.used().named[name], 0)
}
