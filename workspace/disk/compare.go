package disk

import (
	"crypto/sha256"
	"sync"
	"sync/atomic"
	"time"
)

// This file compares what a ledger lists with what is on the disk.

// Comparison compares the observations of a ledger with a file system. It is safe for concurrent
// use.
type Comparison struct {
	kept   *Kept
	fsys   FS
	since  int64           // when it began, in nanoseconds
	states []atomic.Uint32 // by number

	mu      sync.Mutex // guards what follows
	renewed map[int32]Stamp
}

const (
	unknown uint32 = iota
	holds
	differs
)

// Compare begins a comparison.
func (k *Kept) Compare(fsys FS) *Comparison {
	return &Comparison{kept: k, fsys: fsys, since: time.Now().UnixNano(), states: make([]atomic.Uint32, k.len()), renewed: map[int32]Stamp{}}
}

// Salt is that of the ledger.
func (c *Comparison) Salt() [16]byte { return c.kept.salt }

// Holds reports whether the observations with some numbers still hold. It looks again once for each.
func (c *Comparison) Holds(numbers []int32) bool {
	for _, n := range numbers {
		if n < 0 || int(n) >= len(c.states) {
			return false
		}
		state := c.states[n].Load()
		if state == unknown { // or two look at once, and see the same
			state = c.look(n)
			c.states[n].Store(state)
		}
		if state == differs {
			return false
		}
	}
	return true
}

// IsRenewed reports whether texts are the same with other stamps, or with stamps that can't be trusted. It comes after all calls of Holds.
func (c *Comparison) IsRenewed() bool { return len(c.renewed) > 0 }

// Append appends the ledger with those other stamps, in its form; false if it is damaged.
func (c *Comparison) Append(b []byte) ([]byte, bool) {
	isWhole := true
	form := c.kept.form
	form.at = func(n int32) packedObservation {
		e, ok := c.entry(n)
		isWhole = isWhole && ok
		return e
	}
	b = form.append(b)
	return b, isWhole
}

// entry is an entry of the ledger with the stamp that it has now.
func (c *Comparison) entry(n int32) (packedObservation, bool) {
	e, ok := c.kept.entry(n)
	if stamp, renewed := c.renewed[n]; renewed {
		e.Stamp = stamp
	}
	return e, ok
}

// observation is [Comparison.entry] as an observation.
func (c *Comparison) observation(n int32) (Observation, bool) {
	e, ok := c.entry(n)
	if !ok {
		return Observation{}, false
	}
	return Observation{c.kept.look(e), e.View}, true
}

func (c *Comparison) look(n int32) uint32 {
	e, ok := c.kept.entry(n)
	if !ok {
		return differs
	}
	if once, isOnce := c.fsys.(*Once); isOnce && e.View == (View{}) && once.rulesOut(c.kept.place(e)) {
		return holds
	}
	look := c.kept.look(e)
	if e.What == File && e.Sum != ([sha256.Size]byte{}) {
		look.Kind = Text
	}
	if e.stampHolds(c.fsys, look) {
		return holds
	}
	now := look.take(c.fsys)
	now.Sum = salted(c.kept.salt, now.Sum)
	if !e.alike(now, look.Kind) {
		return differs
	}
	if !now.Stamp.DetectsChangesAfter(c.since) {
		now.Stamp = Stamp{}
	}
	if look.Kind == Text && e.Stamp != now.Stamp {
		c.mu.Lock()
		c.renewed[n] = now.Stamp
		c.mu.Unlock()
	}
	return holds
}
