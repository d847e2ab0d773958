package analysis

import "sync/atomic"

// cell keeps one result of a program. It is filled by whoever asks first; two
// that ask at once may both compute, which gives the same result twice and needs
// no lock. So no order of questions can deadlock, and a cancelled computation
// leaves nothing behind.
type cell[T any] struct {
	previous *outcome[T] // of the previous program; used if its reads still hold
	current  atomic.Pointer[outcome[T]]
}

// outcome is a value with everything that was read from elsewhere to get it.
type outcome[T any] struct {
	value T
	reads []read
}

// read asks again for something that a result was computed from and reports
// whether the answer is the same in this program.
type read func(*run) bool

// inherit takes over the result of the same item in the previous program.
func (c *cell[T]) inherit(old *cell[T]) {
	if c.previous = old.current.Load(); c.previous == nil {
		c.previous = old.previous
	}
}

// get is the cell's value: the one it has, the previous one if it still holds, or
// a new one. A value computed while the context ended is returned but not kept.
func (c *cell[T]) get(r *run, compute func(*recorder) T) T {
	if done := c.current.Load(); done != nil {
		return done.value
	}
	if c.previous != nil && holds(r, c.previous.reads) {
		c.keep(r, c.previous)
		return c.previous.value
	}
	rec := &recorder{run: r}
	value := compute(rec)
	r.computed++
	c.keep(r, &outcome[T]{value: value, reads: rec.reads})
	return value
}

func (c *cell[T]) keep(r *run, o *outcome[T]) {
	if r.ctx.Err() == nil {
		c.current.Store(o)
	}
}

func holds(r *run, reads []read) bool {
	for _, same := range reads {
		if !same(r) {
			return false
		}
	}
	return true
}
