package disk

import (
	"iter"
	"slices"
)

// This file looks again.

// Check tells whether what was seen is still so. It looks at each path once, however
// many results depend on it. One goroutine uses it.
type Check struct {
	fsys FS
	now  map[Look]View
}

// NewCheck is a check that has not looked yet. It looks past what [Seen] and [Once]
// remember.
func NewCheck(fsys FS) *Check {
	for o, ok := fsys.(observed); ok; o, ok = fsys.(observed) {
		fsys = o.below()
	}
	return &Check{fsys, map[Look]View{}}
}

// Changed reports whether something looks different now. Nothing that was seen has not
// changed.
func (c *Check) Changed(s *Seen) bool {
	for range c.changes(s) {
		return true
	}
	return false
}

// Changes are the looks that show something different now.
func (c *Check) Changes(s *Seen) []Look { return slices.Collect(c.changes(s)) }

func (c *Check) changes(s *Seen) iter.Seq[Look] {
	return func(yield func(Look) bool) {
		if s == nil {
			return
		}
		for l, before := range s.copied() {
			if !c.holds(l, *before) && !yield(l) {
				return
			}
		}
	}
}

func (c *Check) holds(l Look, before View) bool {
	now, looked := c.now[l]
	if !looked {
		if before.stampHolds(c.fsys, l) {
			now = before
		} else {
			now = l.take(c.fsys)
		}
		c.now[l] = now
	}
	return before.sameAs(now, l.Kind)
}
