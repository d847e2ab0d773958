package complete

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"math/bits"
)

// This file counts what similar blocks set: an attribute that most of them have is likely in
// the next one.

// maxLike is how many blocks are counted.
const maxLike = 200

// usedAlike returns the share of blocks of the same kind and type that have an attribute,
// option or block of a name, from 0 to 60.
func (c *completer) usedAlike(name string) int {
	if c.alike == nil {
		c.alike = c.countAlike()
	}
	return c.alike[name]
}

func (c *completer) countAlike() map[string]int {
	counts := map[string]int{}
	seen := 0
	defer func() {
		for name, n := range counts {
			counts[name] = 20 + 40*n/max(seen, 3)
		}
	}()
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
				for name := range b.Body.Attributes {
					counts[name]++
				}
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

// entryWeight returns the weight of an attribute or key. What usually follows the entry before the
// cursor comes early, what usually ends a block comes late.
func (c *completer) entryWeight(name string) int {
	used := c.used()
	next := bits.Len(uint(used.follows[[2]string{used.before, name}] + c.shown.follows(used.before, name)))
	w := weight(c.usedAlike(name), min(used.named[name], 3), c.shown.place(name)+common(usedProperty, name)/5+10*next)
	return w + 25*min(used.ends[name], 5) + min(len(name), 20)
}
