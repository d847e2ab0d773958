// Package evict keeps the values that were used last and evicts the others.
//
// It is for values that can be computed again from something smaller that owns them, such as
// the tree of a text. Whoever computes such a value adds its owner to a [Queue]; when newer
// ones take the room, the queue tells the owner to forget its value.
//
// Why not weak pointers to the values: the collector would drop all of them at each of its
// cycles, also those that are used all the time, and when it runs is chance. Why not a cache
// with a map: each owner holds its own value, so a lookup is a load.
package evict

import (
	"sync"
	"sync/atomic"
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

	mu      sync.Mutex // guards the fields below
	entries []entry[T] // the oldest first
	size    int        // of all
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
	if size >= q.large {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.entries = append(q.entries, entry[T]{weak.Make(owner), size})
	q.size += size
	for most := Room(q.most); q.size > most; {
		oldest := q.entries[0]
		q.entries[0] = entry[T]{}
		q.entries = q.entries[1:]
		q.size -= oldest.size
		if owner := oldest.owner.Value(); owner != nil {
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

// room is in percent.
var room atomic.Int64

func init() { room.Store(100) }

// SetRoom gives all queues and other memories of the process a part of their usual room, in percent. No answer depends
// on it, only how long it takes.
func SetRoom(percent int) { room.Store(int64(percent)) }

// Room is how large a memory may be that usually has some size.
func Room(usual int) int { return int(int64(usual) * room.Load() / 100) }
