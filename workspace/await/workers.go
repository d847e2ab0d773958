package await

import (
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// Workers limits the goroutines that can help with work.
//
// A goroutine with much work does it itself, helped by free workers. So nested work
// starts no more goroutines than there are workers, and nobody waits for a worker: if
// none is free, the caller does all the work.
type Workers struct{ free chan struct{} }

// NewWorkers makes n workers, of which the caller is one.
func NewWorkers(n int) *Workers { return &Workers{make(chan struct{}, n-1)} }

// Each calls a function with every number below n, maybe several at once. It begins the
// calls in order and returns after all. A panic in a call becomes a panic of the caller,
// who can handle it; elsewhere it would end the process. No call begins after it.
func (w *Workers) Each(n int, do func(i int)) {
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

// task is a function to call with every number below n.
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
