package workspace

import (
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// This file implements the workers of a session: goroutines that check and parse,
// which the packages that know how to do so do not start.
//
// Whoever has much to do does it and is helped by those who are free. So work inside
// work starts no more goroutines than there are workers, and nobody waits for one:
// where none is free, all is done by the one who asks.

// workers are those who can help.
type workers struct{ free chan struct{} }

// newWorkers are so many, the one that asks included.
func newWorkers(n int) *workers { return &workers{make(chan struct{}, n-1)} }

// Each does independent work with the workers of the session: it calls a function
// with every number below n, in any order and maybe several at once, and returns when
// all calls have. A panic in one is one of Each.
func (s *Snapshot) Each(n int, do func(i int)) { s.session.workers.each(n, do) }

// each calls a function with every number below n, in any order and maybe several at
// once, and returns when all calls have. A panic in one is one in the goroutine that
// asked, where it can be handled: elsewhere it would end the process. No call begins
// after it.
func (w *workers) each(n int, do func(i int)) {
	t := task{n: n, do: do}
	var helpers sync.WaitGroup
	for range n - 1 {
		select {
		case w.free <- struct{}{}:
			helpers.Go(func() {
				defer func() { <-w.free }()
				t.work()
			})
			continue
		default:
		}
		break
	}
	t.work()
	helpers.Wait()
	if f := t.fault.Load(); f != nil {
		panic(f)
	}
}

// task is something that is to be done with every number below n.
type task struct {
	n     int
	do    func(i int)
	next  atomic.Int64
	fault atomic.Pointer[fault.Fault]
}

func (t *task) work() {
	defer func() {
		if r := recover(); r != nil {
			t.fault.CompareAndSwap(nil, fault.Of(r))
		}
	}()
	for i := int(t.next.Add(1)) - 1; i < t.n && t.fault.Load() == nil; i = int(t.next.Add(1)) - 1 {
		t.do(i)
	}
}
