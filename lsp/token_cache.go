// This file remembers the answers about semantic tokens, and which are being prepared.

package lsp

import (
	"context"
	"sync"
)

// tokenCache holds the last answers about each open document. The zero value is ready to use. It is safe for concurrent use.
type tokenCache struct {
	mu        sync.Mutex // guards the fields below
	byPath    map[string][]*documentTokens
	preparing string        // the document whose tokens are being prepared
	prepared  chan struct{} // closed when they are, or the preparation was cancelled; nil if nothing is being prepared
}

// mostRemembered is how many answers about a document are kept. A client may request the difference to one answer while the next is on its way.
const mostRemembered = 2

func (c *tokenCache) of(path string) []*documentTokens {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byPath[path]
}

// keep remembers an answer about an open document. It checks that the document is open under the lock that close takes, so no answer outlives its
// document.
func (c *tokenCache) keep(path string, newest *documentTokens, isOpen func(path string) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !isOpen(path) {
		return
	}
	if c.byPath == nil {
		c.byPath = map[string][]*documentTokens{}
	}
	kept := []*documentTokens{newest}
	for _, old := range c.byPath[path] {
		if len(kept) < mostRemembered && old.id != newest.id {
			kept = append(kept, old)
		}
	}
	c.byPath[path] = kept
}

// prepare begins the preparation of the tokens of a document. It returns a function to end it.
func (c *tokenCache) prepare(path string) (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	prepared := make(chan struct{})
	c.preparing, c.prepared = path, prepared
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.prepared = nil
		close(prepared)
	}
}

// await waits while the tokens of a document are being prepared. Computing them a second time would take longer.
func (c *tokenCache) await(ctx context.Context, path string) {
	c.mu.Lock()
	prepared := c.prepared
	if c.preparing != path {
		prepared = nil
	}
	c.mu.Unlock()
	if prepared == nil {
		return
	}
	select {
	case <-prepared:
	case <-ctx.Done():
	}
}

// close forgets a document.
func (c *tokenCache) close(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byPath, path)
}
