package main

import (
	"sync"

	"github.com/pcl-lsp/pcl-lsp/lsp"
)

// This file keeps whether the user trusts the workspace: said by a flag, or by an
// editor while the server runs. Nothing in the workspace can say it.

// trust is what the user has said so far. It is safe for concurrent use once flag
// is set.
type trust struct {
	flag bool

	mu    sync.Mutex // guards what follows
	said  lsp.Trust
	until chan struct{} // closed when the trust that was said last is taken; nil before
}

// set takes what the editor says.
func (t *trust) set(said lsp.Trust) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case said.Given && !t.said.Given:
		t.until = make(chan struct{})
	case !said.Given && t.said.Given:
		close(t.until)
	}
	t.said = said
}

// taken is closed as soon as the trust of now is taken, and already if there is none;
// it is nil if that cannot happen.
func (t *trust) taken() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.flag:
		return nil
	case t.until == nil:
		none := make(chan struct{})
		close(none)
		return none
	}
	return t.until
}

// given reports whether plugins of the workspace may run for the program in a
// directory: trust is in all folders or in none.
func (t *trust) given(string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.flag || t.said.Given
}

// folders are those of the workspace, as far as an editor has named them.
func (t *trust) folders() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.said.Folders
}
