// Package await does work in several goroutines, answers callers whose work goes on after it was cancelled, and wakes those who wait for an event.
package await

import (
	"context"
	"sync"
	"time"
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
