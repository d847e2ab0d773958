// This file tells whether the client is still sending.

package lsp

import "sync"

// intake knows whether the read loop has taken in all that has arrived. Messages
// that arrive together are worth one look at the findings, after the last of them;
// how long that takes is the client's doing, and no clock is needed.
type intake struct {
	mu    sync.Mutex    // guards quiet
	quiet chan struct{} // closed when all is taken in; nil if nobody waits
	busy  bool
}

// begins says that bytes have arrived.
func (i *intake) begins() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = true
}

// ends says that the last complete message has taken effect and nothing follows it so
// far.
func (i *intake) ends() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = false
	if i.quiet != nil {
		close(i.quiet)
		i.quiet = nil
	}
}

// drained is closed when all that has arrived is taken in.
func (i *intake) drained() <-chan struct{} {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.busy {
		return alreadyClosed
	}
	if i.quiet == nil {
		i.quiet = make(chan struct{})
	}
	return i.quiet
}

var alreadyClosed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()
