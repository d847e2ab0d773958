// This file remembers the answers about semantic tokens, and what was made before the first one.

package lsp

import (
	"context"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// tokenCache holds the last answers about each open document, and what a check made before the first. The zero value is ready to use. It is safe for concurrent use.
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
	kept := []*documentTokens{newest}
	for _, old := range c.byPath[path] {
		if len(kept) < mostRemembered && old.id != newest.id {
			kept = append(kept, &documentTokens{id: old.id, items: old.items}) // without the version of the program that they were made from
		}
	}
	lists.Put(&c.byPath, path, kept)
	delete(c.ahead, path)
}

// aheadTokens holds tokens of a document that were made during a check.
type aheadTokens struct {
	made     *semantic.Ahead[*itemTokens]
	checking chan struct{} // closed when the check that makes them ends; nil if there is none
	whole    bool          // a check was complete
	edits    int           // so far
}

// mostUnasked is how many edits tokens of a document survive for which the client does not ask. They keep the version of the program that they were made
// from, and a client that shows tokens asks as soon as a document is open.
const mostUnasked = 20

// open says that a document was opened, for which a client will ask.
func (c *tokenCache) open(path string, encode func(*syntax.Item, []semantic.Token) *itemTokens) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lists.Put(&c.ahead, path, &aheadTokens{made: semantic.NewAhead(encode)})
}

// edited says that a document was edited.
func (c *tokenCache) edited(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a := c.ahead[path]; a != nil {
		if a.edits++; a.edits > mostUnasked {
			delete(c.ahead, path)
		}
	}
}

// begin returns what makes the tokens of documents during a check of a program, and a function to call when that ends. Nothing is made twice.
func (c *tokenCache) begin(isPart func(path string) bool) (byFile map[string]func(*analysis.ItemView), end func(whole bool)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var making []*aheadTokens
	checking := make(chan struct{})
	for path, a := range c.ahead {
		if a.whole || a.checking != nil || !isPart(path) {
			continue
		}
		if byFile == nil {
			byFile = map[string]func(*analysis.ItemView){}
		}
		a.checking, byFile[path], making = checking, a.made.See, append(making, a)
	}
	return byFile, func(whole bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, a := range making {
			a.checking, a.whole = nil, whole
		}
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
func (c *tokenCache) newest(path string) *documentTokens {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.byPath[path]; len(known) > 0 {
		return known[0]
	}
	if a := c.ahead[path]; a != nil {
		return &documentTokens{made: semantic.From(a.made)}
	}
	return nil
}

func (c *tokenCache) close(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byPath, path)
	delete(c.ahead, path)
}
