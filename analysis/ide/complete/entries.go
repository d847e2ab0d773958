package complete

import "strings"

// This file ranks attributes and keys. People write the entries of a body in similar orders, so what
// usually follows the entry before the cursor is likely next, here and in other programs.

// entry is an attribute, key or nested block that a body lacks.
type entry struct {
	name            string
	required, block bool
	read            bool // the item reads a variable that something in the block declares
	later           int  // its position among the attributes of the language
}

// entryWeight returns the weight of an entry of the body at the cursor.
func (c *completer) entryWeight(e entry) int {
	v, words := c.used(), c.used().entries()
	last := v.here.usualLast()
	var reasons evidence
	reasons.hold(isRequired, e.required)
	reasons.hold(isBlock, e.block)
	reasons.hold(isRead, e.read)
	reasons[isLater] = unit * e.later
	reasons[long] = min(len(e.name), 20)
	reasons[used] = often(words.all[e.name])
	reasons[followsHere] = often(words.follows[e.name])
	reasons[commonHere] = often(elsewhere(usedIn, v.here.usual()).times(e.name))
	reasons[commonNext] = often(elsewhere(usedAfter, last).times(e.name))
	if c.shown != nil {
		if v.here.name == v.owner.name {
			last = strings.TrimPrefix(last, startOf(v.here.usual()))
		}
		reasons[shownFirst] = c.shown.place(e.name)
		reasons[shownNext] = often(c.shown.pairs[[2]string{strings.TrimPrefix(last, "^"), e.name}])
	}
	return entryWeights.weigh(&reasons)
}
