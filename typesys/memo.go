package typesys

import (
	"sync/atomic"
	"weak"
)

// This file implements the caches of the relations. The same pairs of types are compared at
// every keystroke, and types never change, so cached results stay valid forever.
//
// The caches have a fixed size, and new results replace older ones. They refer to types by
// number and to results weakly, so they keep nothing alive: a replaced schema can be
// collected. Numbers are never reused, so a result for a collected type is never taken for one
// of another type.
//
// Why global: every caller of every relation would have to pass a cache along, and would forget
// it where it matters. Cached results affect only time.

// lastID is the number of the newest type.
var lastID atomic.Uint64

func newID() uint64 { return lastID.Add(1) }

// memoBits is the size of a memory: 2 to the power of it.
const memoBits = 13

// idBits is the number of bits of a type's number in an entry. Types with larger numbers, which
// appear after days of typing, are not cached.
const idBits = 31

// pairKey encodes a pair of types in a number of twice idBits.
func pairKey(a, b Type) (key uint64, ok bool) {
	if a.n == nil || b.n == nil || (a.n.id|b.n.id)>>idBits != 0 {
		return 0, false
	}
	return a.n.id<<idBits | b.n.id, true
}

// slotOf spreads keys over the slots.
func slotOf(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> (64 - memoBits) }

// fitMemo caches the fits of pairs. Key and fit share one word, so that no reader sees half of
// an entry.
type fitMemo [1 << memoBits]atomic.Uint64

var conversions, assignments fitMemo

func (m *fitMemo) recall(a, b Type, decide func() Fit) Fit {
	key, ok := pairKey(a, b)
	if !ok {
		return decide()
	}
	slot := &m[slotOf(key)]
	if word := slot.Load(); word>>2 == key {
		return Fit(word & 3)
	}
	fit := decide()
	slot.Store(key<<2 | uint64(fit))
	return fit
}

// unifyMemo caches unified types. A collected type is computed again.
type unifyMemo [1 << memoBits]atomic.Pointer[unifyEntry]

type unifyEntry struct {
	key uint64
	t   weak.Pointer[node]
	fit Fit
}

var unifications, safeUnions, unsafeUnions unifyMemo

func (m *unifyMemo) recall(a, b Type, decide func() (Type, Fit)) (Type, Fit) {
	key, ok := pairKey(a, b)
	if !ok {
		return decide()
	}
	slot := &m[slotOf(key)]
	if e := slot.Load(); e != nil && e.key == key {
		if n := e.t.Value(); n != nil {
			return Type{n}, e.fit
		}
	}
	t, fit := decide()
	slot.Store(&unifyEntry{key, weak.Make(t.n), fit})
	return t, fit
}
