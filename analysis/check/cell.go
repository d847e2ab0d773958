package check

import "sync/atomic"

// cell keeps one result of a program. It is filled by whoever asks first; two
// that ask at once may both compute, which gives the same result twice and needs
// no lock. So no order of questions can deadlock, and a cancelled computation
// leaves nothing behind.
type cell[T any] struct {
	previous atomic.Pointer[outcome[T]] // of the previous program; used if its reads still hold
	current  atomic.Pointer[outcome[T]]
}

// outcome is a value with everything that was read from elsewhere to get it.
type outcome[T any] struct {
	value T
	reads []read
}

// read is something that a result was computed from. It asks for it again and
// reports whether the answer is the same in this program.
type read struct {
	topic
	same func(*run) bool
}

// topic is what a read is about: when nothing about its topic changed, the answer is
// the same.
type topic struct {
	about subject
	name  string // for topics that are about one name
}

// subject is a kind of topic.
type subject uint8

const (
	aboutItself     subject = iota // the facts of the item itself
	aboutBinding                   // whether something declares the name, and what
	aboutType                      // the signature of what declares the name
	aboutFlow                      // what the name carries
	aboutText                      // how the declaration of the name is written
	aboutNames                     // which names there are
	aboutShadowed                  // whether something declares the name of a loop variable or function
	aboutSchemas                   // what a package name means
	aboutComponents                // what the program of another directory shows
	aboutFiles                     // what is at a path
	aboutStack                     // what the selected stack has for a configuration key
)

// outcome is what the cell has, whether it is known to hold or not.
func (c *cell[T]) outcome() *outcome[T] {
	if o := c.current.Load(); o != nil {
		return o
	}
	return c.previous.Load()
}

// inherit takes over the result of the same item in the previous program.
func (c *cell[T]) inherit(old *cell[T]) { c.previous.Store(old.outcome()) }

// decide says whether the outcome holds; one that does not is forgotten.
func (c *cell[T]) decide(holds bool) {
	if o := c.outcome(); holds {
		c.current.Store(o)
	} else {
		c.current.Store(nil)
	}
	c.previous.Store(nil)
}

// get is the cell's value: the one it has, the previous one if it still holds, or
// a new one. A value computed while the context ended is returned but not kept.
func (c *cell[T]) get(r *run, slot int32, kind ResultKind, compute func(*recorder) T) T {
	if done := c.current.Load(); done != nil {
		return done.value
	}
	if before := c.previous.Load(); before != nil && holds(r, before.reads) {
		value := c.keep(r, slot, before)
		r.took(slot, kind)
		return value
	}
	rec := &recorder{run: r}
	value := compute(rec)
	r.computed++
	r.did(slot, kind)
	return c.keep(r, slot, &outcome[T]{value: value, reads: rec.reads})
}

// keep keeps an outcome and gives its value. Where somebody else was faster it is
// theirs: all who ask must have the same one, as results are compared by identity.
func (c *cell[T]) keep(r *run, slot int32, o *outcome[T]) T {
	if r.ctx.Err() != nil {
		return o.value
	}
	readers := r.p.readers.Load()
	if readers != nil { // before the result is there: who derives a program from one that has it must find what it has read
		readers.note(slot, o.reads)
	}
	if !c.current.CompareAndSwap(nil, o) {
		if first := c.current.Load(); first != nil {
			return first.value
		}
	}
	if made := r.p.readers.Load(); made != readers { // made meanwhile, of the results that were there
		made.note(slot, o.reads)
	}
	return o.value
}

func holds(r *run, reads []read) bool {
	for _, one := range reads {
		if !one.same(r) {
			return false
		}
	}
	return true
}
