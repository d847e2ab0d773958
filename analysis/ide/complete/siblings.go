package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file counts what similar blocks set: an attribute that most of them have is likely in
// the next one.

// maxLike is how many blocks are counted.
const maxLike = 200

// usedAlike returns how many blocks of the same kind and type have an attribute or block of a
// name.
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

// isLike reports whether an item is another block of the same kind and type.
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

// entryWeight returns the weight of an attribute or key.
func (c *completer) entryWeight(name string) int {
	return weight(10*min(c.usedAlike(name), 6), c.used().named[name], 0)
}
