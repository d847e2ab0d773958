// Package recent keeps the values that were used last and lets go of the others.
//
// It is for values that can be computed again from something smaller that owns them, such as
// the tree of a text. Whoever computes such a value adds its owner to a [Queue]; when newer
// ones take the room, the queue tells the owner to forget its value.
//
// Why not weak pointers to the values: the collector would drop all of them at each of its
// cycles, also those that are used all the time, and when it runs is chance. Why not a cache
// with a map: each owner holds its own value, so a lookup is a load.
package recent

import (
	"sync"
	"weak"
)

// large is the size from which on a value is never forgotten: few are so large, and computing
// one again would be felt.
const large = 32 << 10

// Queue knows the owners of values in the order in which they were added. It doesn't keep
// them alive. It is safe for concurrent use.
type Queue[T any] struct {
	most   int
	forget func(*T)

	mu    sync.Mutex // guards the fields below
	ring  []entry[T]
	first int // the oldest
	count int
	size  int // of all
}

type entry[T any] struct {
	owner weak.Pointer[T]
	size  int
}

// New returns a queue for values that are computed from texts of a total length. When there
// are more, it calls forget with the owner of the oldest one: maybe while others use the value, and maybe when
// there is none.
func New[T any](most int, forget func(*T)) *Queue[T] { return &Queue[T]{most: most, forget: forget} }

// Keep adds a value, which was computed from a text of some length, by its owner. An owner that is added again counts twice, and has to forget
// its value when its turn first comes.
func (q *Queue[T]) Keep(owner *T, size int) {
	if size >= large {
		return
	}
	if KeepNothing {
		q.forget(owner)
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.count == len(q.ring) {
		q.grow()
	}
	q.ring[(q.first+q.count)%len(q.ring)] = entry[T]{weak.Make(owner), size}
	q.count++
	for q.size += size; q.size > q.most; {
		oldest := q.ring[q.first]
		q.ring[q.first] = entry[T]{}
		q.first = (q.first + 1) % len(q.ring)
		q.count--
		q.size -= oldest.size
		if owner := oldest.owner.Value(); owner != nil {
			q.forget(owner)
		}
	}
}

// grow makes room for more entries.
func (q *Queue[T]) grow() {
	ring := make([]entry[T], max(64, 2*len(q.ring)))
	n := copy(ring, q.ring[q.first:])
	copy(ring[n:], q.ring[:q.first])
	q.ring, q.first = ring, 0
}

// KeepNothing lets all queues forget every value at once. Only tests set it, before anything
// else, to show that no answer depends on what is kept.
var KeepNothing bool
