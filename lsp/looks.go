// This file implements what the client is looking at beside findings, and when it must
// be told to ask for it again: when the answer has changed for a reason that it cannot
// know, such as schemas that came, or a component that was edited.

package lsp

import (
	"context"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/inlay"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// lookKind is something that clients ask for of a document and go on to show.
type lookKind string

// The kinds, named by the requests that tell the client to ask again.
const (
	kindTokens lookKind = protocol.MethodWorkspaceSemanticTokensRefresh
	kindHints  lookKind = protocol.MethodWorkspaceInlayHintRefresh
	kindLenses lookKind = protocol.MethodWorkspaceCodeLensRefresh
)

// again is the id of an answer as it is now.
type again func(ctx context.Context, v *view, t *target) (id string, err error)

// look is the last answer of a kind about a document.
type look struct {
	program *analysis.Program
	file    *syntax.File
	hints   inlay.Shown
	lenses  lens.Shown
	id      string
	again   again
}

// lookKey is what a look is about.
type lookKey struct {
	path string
	kind lookKind
}

// lookList are all looks. The zero value is ready; it is safe for concurrent use.
type lookList struct {
	mu      sync.Mutex // guards the fields below
	all     map[lookKey]look
	busy    bool // somebody compares
	waiting bool // and must compare once more
}

// put notes a look at a document that is open; see [colourings.keep].
func (l *lookList) put(key lookKey, k look, isOpen func(path string) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !isOpen(key.path) {
		return
	}
	if l.all == nil {
		l.all = map[lookKey]look{}
	}
	l.all[key] = k
}

// replace puts a look in the place of another one, unless the client has asked since.
func (l *lookList) replace(key lookKey, old, by look) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now, has := l.all[key]; has && now.program == old.program && now.hints == old.hints && now.lenses == old.lenses && now.id == old.id {
		l.all[key] = by
	}
}

func (l *lookList) close(path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key := range l.all {
		if key.path == path {
			delete(l.all, key)
		}
	}
}

// begin reports whether the caller is to compare; else somebody does, and will once
// more.
func (l *lookList) begin() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = l.busy
	first := !l.busy && len(l.all) > 0
	l.busy = l.busy || first
	return first
}

// next are the looks to compare; false when there is nothing more to do.
func (l *lookList) next(first bool) (map[lookKey]look, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !first && !l.waiting {
		l.busy = false
		return nil, false
	}
	l.waiting = false
	copied := make(map[lookKey]look, len(l.all))
	for key, k := range l.all {
		copied[key] = k
	}
	return copied, true
}

// looks notes what the client was answered about an open document.
func (v *view) looks(t *target, kind lookKind, id string, again again) {
	if !v.client.asksAgain[kind] || !v.server.isOpen(t.file.Path) {
		return
	}
	v.server.lookList.put(lookKey{t.file.Path, kind}, look{t.program, t.file, v.hints, v.lenses, id, again}, v.server.isOpen)
	if v.server.session.Snapshot() != v.snapshot { // the comparison may be over that this one missed
		v.server.lookAgain()
	}
}

// isOpen reports whether the client has a document open by now.
func (s *server) isOpen(path string) bool {
	_, _, open, ok := s.session.Snapshot().File(path)
	return ok && open
}

// lookAgain compares what the client was answered with what it would be answered now.
// It never waits.
func (s *server) lookAgain() {
	if !s.lookList.begin() {
		return
	}
	s.background(func() {
		for first := true; ; first = false {
			all, more := s.lookList.next(first)
			if !more {
				return
			}
			outdated := map[lookKind]bool{}
			for key, k := range all {
				if s.outdated(key, k) {
					outdated[key.kind] = true
				}
			}
			for kind := range outdated {
				s.background(func() { s.outdate(kind) }) // none waits for the confirmation of another
			}
		}
	})
}

// outdate tells the client that answers of a kind are not right any more.
func (s *server) outdate(kind lookKind) {
	if err := s.tellToAskAgain(s.base, string(kind)); err != nil && s.base.Err() == nil {
		s.log.Warn("the client was not told to ask again", "for", string(kind), "error", err)
	}
}

// looksOutside reports whether an answer of a kind is about other programs too.
func (v *view) looksOutside(kind lookKind, p *analysis.Program) bool {
	return kind == kindLenses && !v.snapshot.Runs(p.Dir)
}

// outdated reports whether an answer is not right any more for a document that the
// client has not edited since; after an edit it asks by itself.
func (s *server) outdated(key lookKey, k look) bool {
	v := s.view()
	program := v.snapshot.Program(key.path)
	if program == nil || program == k.program && v.hints == k.hints && v.lenses == k.lenses && !v.looksOutside(key.kind, program) {
		return false
	}
	file, _ := program.File(key.path)
	if file != k.file {
		return false
	}
	id, err := k.again(s.base, v, &target{program: program, file: file})
	if err != nil {
		return false
	}
	s.lookList.replace(key, k, look{program, file, v.hints, v.lenses, id, k.again})
	return id != k.id
}
