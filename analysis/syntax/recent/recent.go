// Package recent keeps the things that were used last and lets go of the others.
//
// It is for values that can be computed again from something smaller, such as the tree of a
// text. The owner of such a value adds itself to a [Queue] whenever it has computed the value;
// when newer ones take the room, the queue tells it to forget the value.
//
// Why not weak pointers: the collector would drop all values at each of its cycles, also those
// that are used all the time, and when it runs is chance. Why not a cache with a map: each
// owner holds its own value, so a lookup is a load.
package recent

import "sync"

// Thing is something with a value that it can forget.
type Thing interface {
	// Size is about how much room the value takes, in a unit of the queue's owner.
	Size() int
	// Forget drops the value. It may be called while others use the value, and again when
	// there is none.
	Forget()
}

// fewest is how many things stay in any case, so that a few large ones don't replace each
// other all the time.
const fewest = 8

// Queue holds things in the order in which they were added. It is safe for concurrent use.
type Queue struct {
	most int

	mu     sync.Mutex // guards the fields below
	things []Thing    // a ring; the oldest is at first
	first  int
	count  int
	size   int
}

// New returns a queue for things of a total size.
func New(most int) *Queue { return &Queue{most: most} }

// Keep adds a thing. It forgets the oldest ones while all together are too large. A thing
// that is added again counts twice, and is forgotten when its turn first comes.
func (q *Queue) Keep(t Thing) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.count == len(q.things) {
		q.grow()
	}
	q.things[(q.first+q.count)%len(q.things)] = t
	q.count++
	for q.size += t.Size(); q.size > q.most && q.count > fewest; {
		oldest := q.things[q.first]
		q.things[q.first] = nil
		q.first = (q.first + 1) % len(q.things)
		q.count--
		q.size -= oldest.Size()
		oldest.Forget()
	}
}

// grow makes room for more things.
func (q *Queue) grow() {
	things := make([]Thing, max(64, 2*len(q.things)))
	n := copy(things, q.things[q.first:])
	copy(things[n:], q.things[:q.first])
	q.things, q.first = things, 0
}
