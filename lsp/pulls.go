// This file implements what is known of a client that asks for findings: what it has
// been answered, and when it must be told to ask again.

package lsp

import (
	"context"
	"maps"
	"slices"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// pulls are the questions of a client for findings. The zero value is ready; it is safe
// for concurrent use.
type pulls struct {
	mu         sync.Mutex // guards the fields below
	documents  map[string]*pulledDocument
	running    map[string]*runningPull
	workspace  map[string]string // ids of open documents by the last answer about the workspace
	asks       bool              // the client has asked about the workspace
	refreshing bool              // the client was told to ask again and has not confirmed it
	ended      chan struct{}     // closed when nobody must be kept waiting; nil if nobody waits
	over       bool
}

// pulledDocument is an open document that the client has asked about.
type pulledDocument struct {
	id      string // of the last answer, or of that which a refresh is under way for
	version protocol.Optional[int32]
}

// runningPull is a question about a document that is not answered yet.
type runningPull struct {
	version int
	giveUp  context.CancelCauseFunc
}

// begin begins to answer a question about a version of a document, and gives up one
// about an older version.
func (p *pulls) begin(ctx context.Context, path string, version int) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	mine := &runningPull{version, cancel}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == nil {
		p.running = map[string]*runningPull{}
	}
	if before := p.running[path]; before != nil && before.version < version {
		before.giveUp(errOvertaken)
	}
	if before := p.running[path]; before == nil || before.version <= version {
		p.running[path] = mine
	}
	return ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.running[path] == mine {
			delete(p.running, path)
		}
		cancel(nil)
	}
}

// close forgets a document.
func (p *pulls) close(path string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.documents, path)
}

// answered notes the answer to a question about a document, and gives the findings of
// other documents that the client does not have yet.
//
// previous is what the client has of the document. If that is not the last answer the
// client has not taken it, nor what came with it. A document that is not open any more
// is not noted; see [colourings.keep].
func (p *pulls) answered(path, previous string, files map[string]findings, isOpen func(path string) bool) (others []findings) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.documents == nil {
		p.documents = map[string]*pulledDocument{}
	}
	own := p.documents[path]
	missed := own != nil && own.id != previous
	for _, other := range slices.Sorted(maps.Keys(files)) {
		f, known := files[other], p.documents[other]
		if other == path || known == nil {
			continue
		}
		if missed || known.id != f.found.id() {
			others = append(others, f)
			known.id, known.version = f.found.id(), f.version
		}
	}
	if f, ok := files[path]; ok && f.open() && isOpen(path) {
		p.documents[path] = &pulledDocument{f.found.id(), f.version}
	}
	return others
}

// asked are the documents that the client has asked about.
func (p *pulls) asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Keys(p.documents))
}

// outdated reports whether the client has findings that are not right any more and will
// not ask for new ones by itself, as it does after its own edits; and takes it that the
// client will be told. now are the right ones; carried says that a question about one
// document brings the findings of another.
func (p *pulls) outdated(now map[string]findings, carried func(from, path string) bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refreshing {
		return false
	}
	found := false
	for path, d := range p.documents {
		f, ok := now[path]
		if !ok || f.found.id() == d.id || f.version != d.version || p.brought(path, now, carried) {
			continue
		}
		d.id = f.found.id()
		found = true
	}
	p.refreshing = found
	return found
}

// brought reports whether the client is about to ask for another document whose answer
// brings this one.
func (p *pulls) brought(path string, now map[string]findings, carried func(from, path string) bool) bool {
	for other, d := range p.documents {
		if f, ok := now[other]; ok && f.version != d.version && other != path && carried(other, path) {
			return true
		}
	}
	return false
}

// refreshed says that the client has confirmed that it will ask again.
func (p *pulls) refreshed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refreshing = false
}

// asksWorkspace notes a question about the workspace, and reports whether it is the
// first.
func (p *pulls) asksWorkspace() (first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	first, p.asks = !p.asks, true
	return first
}

// news are the files whose findings a client that has some by id does not have. Open
// documents are reported once each time they change: the client asks about them by
// itself, and what it is answered then counts.
func (p *pulls) news(all []findings, has map[string]string) (news []findings) {
	p.mu.Lock()
	defer p.mu.Unlock()
	told := map[string]string{}
	gone := maps.Clone(has)
	for _, f := range all {
		delete(gone, f.path)
		if f.open() {
			told[f.path] = f.found.id()
		}
		id, known := has[f.path]
		if f.found.id() == id || !known && f.found == noFindings || f.open() && p.workspace[f.path] == f.found.id() {
			continue
		}
		news = append(news, f)
	}
	p.workspace = told
	for _, path := range slices.Sorted(maps.Keys(gone)) {
		if gone[path] != noFindings.id() {
			news = append(news, findings{path: path, uri: uri.File(path), found: noFindings})
		}
	}
	return news
}

// end lets go of everyone who is kept waiting until something changes.
func (p *pulls) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != nil && !p.over {
		close(p.ended)
	}
	p.over = true
}

// ending is closed by end.
func (p *pulls) ending() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.over:
		return alreadyClosed
	case p.ended == nil:
		p.ended = make(chan struct{})
	}
	return p.ended
}

// refresh tells a client that asks for findings to ask again, if it has some that are
// not right any more for a reason that it cannot know: schemas that came, files that
// changed on disk, settings, edits of other documents. It never waits.
func (s *server) refresh() {
	if !s.client.refreshes {
		return
	}
	now := map[string]findings{}
	for _, path := range s.pulls.asked() {
		if f, ok := s.diagnoser.shown.of(path); ok {
			now[path] = f
		}
	}
	snapshot := s.session.Snapshot()
	carried := func(from, path string) bool {
		return s.client.relatedDocuments && snapshot.Program(from) == snapshot.Program(path)
	}
	if !s.pulls.outdated(now, carried) {
		return
	}
	s.background(func() {
		err := s.tellToAskAgain(s.base, protocol.MethodWorkspaceDiagnosticRefresh)
		s.pulls.refreshed()
		if err != nil {
			if s.base.Err() == nil {
				s.log.Warn("the client was not told to ask for findings again", "error", err)
			}
			return
		}
		s.refresh() // what has changed meanwhile
	})
}
