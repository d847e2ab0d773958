package await

import "sync"

// Bell wakes everyone who waits for the next time that something happens. The zero value is ready to use. It is safe
// for concurrent use.
type Bell struct {
	mu   sync.Mutex
	next chan struct{} // closed by the next ring; nil while nobody waits
}

// Next returns a channel that the next ring closes.
func (b *Bell) Next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next == nil {
		b.next = make(chan struct{})
	}
	return b.next
}

// Ring says that it has happened.
func (b *Bell) Ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next != nil {
		close(b.next)
		b.next = nil
	}
}
