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

// Large is the size from which on the value of one item is never forgotten: few are so large, and computing one again would be
// felt.
const Large = 32 << 10

// Queue knows the owners of values in the order in which they were added. It doesn't keep
// them alive. It is safe for concurrent use.
type Queue[T any] struct {
	most, large int
	forget      func(*T)

	mu             sync.Mutex // guards the fields below
	oldest, newest *chunk[T]
	size           int // of all
}

// chunk is a part of a queue. A slice would be copied when it grows, and whoever happens to add a value then would wait for it.
type chunk[T any] struct {
	entries  [256]entry[T]
	from, to int // those that are in the queue
	newer    *chunk[T]
}

type entry[T any] struct {
	owner weak.Pointer[T]
	size  int
}

// New returns a queue for values that are computed from texts of a total length. When there
// are more, it calls forget with the owner of the oldest one: maybe while others use the value, and maybe when
// there is none. A value of a text with the length large or more is never forgotten.
func New[T any](most, large int, forget func(*T)) *Queue[T] {
	return &Queue[T]{most: most, large: large, forget: forget}
}

// Keep adds a value, which was computed from a text of some length, by its owner. An owner that is added again counts twice, and has to forget
// its value when its turn first comes.
func (q *Queue[T]) Keep(owner *T, size int) {
	switch {
	case KeepNothing:
		q.Drop(owner, size)
		return
	case KeepEverything || size >= q.large:
		return
	}
	e := entry[T]{weak.Make(owner), size}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.add(e)
	for q.size > q.most {
		if owner := q.take().owner.Value(); owner != nil {
			q.forget(owner)
		}
	}
}

// Drop forgets a value that nobody is going to use, if it is not large.
func (q *Queue[T]) Drop(owner *T, size int) {
	if size < q.large {
		q.forget(owner)
	}
}

// add adds the newest entry.
func (q *Queue[T]) add(e entry[T]) {
	if q.newest == nil {
		q.newest = new(chunk[T])
		q.oldest = q.newest
	}
	last := q.newest
	if last.to == len(last.entries) {
		last.newer = new(chunk[T])
		last, q.newest = last.newer, last.newer
	}
	last.entries[last.to] = e
	last.to++
	q.size += e.size
}

// take takes the oldest entry out. There must be one.
func (q *Queue[T]) take() entry[T] {
	first := q.oldest
	if first.from == len(first.entries) {
		first, q.oldest = first.newer, first.newer
	}
	e := first.entries[first.from]
	first.entries[first.from] = entry[T]{}
	first.from++
	q.size -= e.size
	return e
}

// KeepNothing lets all queues forget every value at once, and other memories be made anew for each use. Only tests set it,
// before anything else, to show that no answer depends on what is kept.
var KeepNothing bool

// KeepEverything lets no queue forget a value. Only tests that measure work set it, before anything else: whether a text has just enough room
// would look like growth.
var KeepEverything bool
