// This file tracks whether the client is still sending.

package wire

import "sync"

// intake knows whether the read loop has handled everything that has arrived. Messages that arrive together deserve one diagnostics pass, after the
// last of them. The client sets the pace, so no timer is needed.
type intake struct {
	mu    sync.Mutex    // guards the fields below
	quiet chan struct{} // closed when everything is handled; nil if nobody waits
	busy  bool
}

// begins notes that bytes have arrived.
func (i *intake) begins() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = true
}

// ends notes that the last complete message has taken effect and no further byte has arrived.
func (i *intake) ends() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = false
	if i.quiet != nil {
		close(i.quiet)
		i.quiet = nil
	}
}

// drained returns a channel that is closed when everything that has arrived is handled.
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
