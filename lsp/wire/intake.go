// This file tracks whether the client is still sending.

package wire

import (
	"sync"

	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

// intake knows whether the read loop has handled everything that has arrived. Messages that arrive together deserve one diagnostics pass, after the
// last of them. The client sets the pace, so no timer is needed.
type intake struct {
	quiet await.Event // everything is handled
	mu    sync.Mutex  // guards busy
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
	i.quiet.Happen()
}

// drained returns a channel that is closed when everything that has arrived is handled.
func (i *intake) drained() <-chan struct{} {
	i.mu.Lock()
	defer i.mu.Unlock()
	quiet := i.quiet.Next()
	if !i.busy {
		i.quiet.Happen()
	}
	return quiet
}
