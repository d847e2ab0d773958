// This file implements textDocument/semanticTokens: for a whole document, for a range, and as the difference to an earlier answer.

package lsp

import (
	"context"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"go.lsp.dev/protocol"
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

func (v *view) semanticTokens(ctx context.Context, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	t, err := v.file(p.TextDocument)
	if t == nil {
		return nil, err
	}
	_, now, err := v.tokensOf(ctx, t)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{ResultID: &now.id, Data: now.numbers()}, nil
}

func (v *view) semanticTokensDelta(ctx context.Context, p *protocol.SemanticTokensDeltaParams) (protocol.SemanticTokensDeltaResult, error) {
	t, err := v.file(p.TextDocument)
	if t == nil {
		return nil, err
	}
	before, now, err := v.tokensOf(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, old := range before {
		if old.id == p.PreviousResultID {
			return &protocol.SemanticTokensDelta{ResultID: &now.id, Edits: tokenEdits(old.rows, now.rows)}, nil
		}
	}
	return &protocol.SemanticTokens{ResultID: &now.id, Data: now.numbers()}, nil
}

func (v *view) semanticTokensRange(ctx context.Context, p *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	t, err := v.file(p.TextDocument)
	if t == nil {
		return nil, err
	}
	items, err := semantic.In(ctx, t.program, t.file.Path, v.Span(t.file, p.Range), v.newest(t.file.Path), v.client.encode)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{Data: numbers(segmentsOf(items))}, nil
}

// tokensOf returns the tokens of a document and the earlier answers about it.
func (v *view) tokensOf(ctx context.Context, t *target) (before []*documentTokens, now *documentTokens, err error) {
	v.tokens.await(ctx, t.file.Path)
	before = v.tokens.of(t.file.Path)
	now, err = v.documentTokens(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if v.isOpen(t.file.Path) {
		v.tokens.keep(t.file.Path, now, v.isOpen)
		v.remember(t, refreshTokens, now.id, func(ctx context.Context, v *view, t *target) (string, error) {
			again, err := v.documentTokens(ctx, t)
			if err != nil {
				return "", err
			}
			return again.id, nil
		})
	}
	return before, now, nil
}

func (v *view) documentTokens(ctx context.Context, t *target) (*documentTokens, error) {
	made, err := semantic.Whole(ctx, t.program, t.file.Path, v.newest(t.file.Path), v.client.encode, newRowTokens)
	if err != nil {
		return nil, err
	}
	return newDocumentTokens(made), nil
}

// prepareTokens computes the tokens of open documents that the client will ask for. The first answer about a document would take as long as checking it.
func (s *server) prepareTokens(ctx context.Context) {
	v := s.view()
	if !v.client.colors || v.Snapshot.Loading() {
		return
	}
	for _, path := range v.Snapshot.Open() {
		if ctx.Err() == nil && len(s.tokens.of(path)) == 0 {
			v.prepareTokens(ctx, path)
		}
	}
}

func (v *view) prepareTokens(ctx context.Context, path string) {
	t := v.fileAt(path)
	if t == nil {
		return
	}
	defer v.tokens.prepare(path)()
	tokens, err := v.documentTokens(ctx, t)
	if err == nil && len(v.tokens.of(path)) == 0 {
		v.tokens.keep(path, tokens, v.isOpen)
	}
}

// newest returns what the last answer about a document was made from.
func (v *view) newest(path string) *tokenDocument {
	if known := v.tokens.of(path); len(known) > 0 {
		return known[0].made
	}
	return nil
}
