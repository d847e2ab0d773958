package node

import "math/bits"

// Map holds values by the places of nodes. It is smaller and faster than a map of the language, and cannot forget single
// values. The zero value is empty and ready to use.
type Map[V any] struct {
	slots []slot[V] // a fifth at least is free
	taken int
}

// slot is free if its key is 0.
type slot[V any] struct {
	key   uint64 // a place, plus 1
	value V
}

// NewMap returns an empty map with room for a number of values.
func NewMap[V any](room int) Map[V] {
	return Map[V]{slots: make([]slot[V], room+room/4+1)}
}

// Len returns the number of values.
func (m *Map[V]) Len() int { return m.taken }

// Set gives a place a value, instead of the one that it may have.
func (m *Map[V]) Set(p Place, value V) {
	if 5*(m.taken+1) > 4*len(m.slots) {
		m.grow()
	}
	s := m.slot(uint64(p) + 1)
	if s.key == 0 {
		s.key = uint64(p) + 1
		m.taken++
	}
	s.value = value
}

func (m *Map[V]) grow() {
	before := m.slots
	m.slots = make([]slot[V], max(8, 2*len(before)))
	for i := range before {
		if s := &before[i]; s.key != 0 {
			*m.slot(s.key) = *s
		}
	}
}

// Get returns the value of a place, and whether it has one.
func (m *Map[V]) Get(p Place) (value V, known bool) {
	if m.taken == 0 {
		return value, false
	}
	s := m.slot(uint64(p) + 1)
	return s.value, s.key != 0
}

// slot returns the slot of a key, or the free one for it.
func (m *Map[V]) slot(key uint64) *slot[V] {
	const mix = 0x9E3779B97F4A7C15 // spreads keys that differ little
	at, _ := bits.Mul64(key*mix, uint64(len(m.slots)))
	for {
		if s := &m.slots[at]; s.key == key || s.key == 0 {
			return s
		}
		if at++; at == uint64(len(m.slots)) {
			at = 0
		}
	}
}
