// Package await does work in several goroutines, answers callers whose work goes on after it was canceled, and wakes those who wait for an event.
package await

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// Result calls f and returns what f does. If the context ends and f does not return within the given time after that, f
// runs on alone, and the result is [context.Canceled].
func Result[T any](ctx context.Context, patience time.Duration, f func() (T, error)) (T, error) {
	type answer struct {
		result T
		err    error
	}
	answers := make(chan answer, 1)
	go func() {
		result, err := f()
		answers <- answer{result, err}
	}()
	var impatient <-chan time.Time
	for ended := ctx.Done(); ; {
		select {
		case a := <-answers:
			return a.result, a.err
		case <-ended:
			ended, impatient = nil, time.After(patience)
		case <-impatient:
			var none T
			return none, context.Canceled
		}
	}
}

// For waits for something that a channel tells, for at most a limit and as long as the context lasts. It reports whether that came.
func For(ctx context.Context, limit time.Duration, something <-chan struct{}) bool {
	if limit <= 0 {
		return false
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-something:
		return true
	case <-ctx.Done():
	case <-timer.C:
	}
	return false
}

// Signal puts a token into a channel of capacity 1 unless it has one.
func Signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Event wakes all who wait for it. It may happen any number of times. The zero value is ready to use. It is safe for
// concurrent use.
type Event struct {
	mu   sync.Mutex
	next chan struct{} // closed when it happens; nil while nobody waits
}

// Next returns a channel that is closed when the event happens the next time.
func (e *Event) Next() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.next == nil {
		e.next = make(chan struct{})
	}
	return e.next
}

// Happen wakes all who wait.
func (e *Event) Happen() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.next != nil {
		close(e.next)
		e.next = nil
	}
}

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
