// This file remembers the answers about semantic tokens, and what was made before the first one.

package lsp

import (
	"context"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// tokenCache holds the last answers about each open document. The zero value is ready to use. It is safe for concurrent use.
type tokenCache struct {
	mu     sync.Mutex // guards the fields below
	byPath map[string][]*documentTokens
	ahead  map[string]*aheadTokens // of open documents without an answer
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
			kept = append(kept, &documentTokens{id: old.id, rows: old.rows}) // without the version of the program that they were made from
		}
	}
	c.byPath[path] = kept
	delete(c.ahead, path)
}

// aheadTokens holds tokens of a document that were made during a check.
type aheadTokens struct {
	made     *semantic.Ahead[*itemTokens]
	checking chan struct{} // closed when the check that makes them ends; nil if there is none
	whole    bool          // a check was complete
	later    int           // checks after that
}

// mostUnasked is how many later checks tokens of a document survive for which the client does not ask. They keep the version of the program that they were made
// from, and a client that shows tokens asks as soon as a document is open.
const mostUnasked = 20

// begin returns what makes the tokens of an open document during a check of its program, and a function to call when that ends. It returns nil if
// there is no need.
func (c *tokenCache) begin(path string, encode func(*syntax.Item, []semantic.Token) *itemTokens) (see func(*analysis.Sight), end func(whole bool)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := c.ahead[path]
	if len(c.byPath[path]) > 0 || a != nil && a.checking != nil {
		return nil, nil
	}
	if a != nil && a.whole {
		if a.later++; a.later > mostUnasked {
			a.made = nil
		}
		return nil, nil
	}
	if a == nil {
		a = &aheadTokens{made: semantic.NewAhead(encode)}
		if c.ahead == nil {
			c.ahead = map[string]*aheadTokens{}
		}
		c.ahead[path] = a
	}
	checking := make(chan struct{})
	a.checking = checking
	return a.made.See, func(whole bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		a.checking, a.whole = nil, whole
		close(checking)
	}
}

// await waits while the tokens of a document are made during a check. Making them a second time would take longer.
func (c *tokenCache) await(ctx context.Context, path string) {
	c.mu.Lock()
	var checking chan struct{}
	if a := c.ahead[path]; a != nil {
		checking = a.checking
	}
	c.mu.Unlock()
	if checking == nil {
		return
	}
	select {
	case <-checking:
	case <-ctx.Done():
	}
}

// newest returns what the next answer about a document can reuse; nil for nothing.
func (c *tokenCache) newest(path string) *tokenDocument {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.byPath[path]; len(known) > 0 {
		return known[0].made
	}
	if a := c.ahead[path]; a != nil && a.made != nil {
		return semantic.From[*rowTokens](a.made)
	}
	return nil
}

// close forgets a document.
func (c *tokenCache) close(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byPath, path)
	delete(c.ahead, path)
}
