package await

import "sync"

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
