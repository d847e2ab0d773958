// This file records what a client has pulled, and tells it when to pull again.

package publish

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// pulls records the pulls of a client. The zero value is ready to use. It is safe for concurrent use.
type pulls struct {
	mu         sync.Mutex // guards the fields below
	documents  map[string]*pulledDocument
	running    map[string]*runningPull
	workspace  map[string]string // ids of open documents in the last answer about the workspace
	asks       bool              // the client has pulled the workspace
	refreshing bool              // the client was told to pull again and has not confirmed it
	ended      chan struct{}     // closed when pulls must not wait any longer
}

type pulledDocument struct {
	id      string // of the last answer, or of the findings that a refresh has announced
	version protocol.Optional[int32]
	// expected is the id of the findings that the client gets if it pulls after its own edit, as most clients do, and at what state of its edits that was.
	expected string
	edits    int64
}

// awaits reports whether the client is about to pull these findings. If they change again without an edit, something else changed them: the client may
// show only some of the documents that it edits, and does not pull the others.
func (d *pulledDocument) awaits(f findings, edits int64) bool {
	if d.edits != edits || d.expected == "" {
		d.expected, d.edits = f.found.id(), edits
	}
	return d.expected == f.found.id()
}

// runningPull is a pull of a document that is not answered yet.
type runningPull struct {
	version int
	giveUp  context.CancelCauseFunc
}

// begin begins a pull of one version of a document and gives up a pull of an older version.
func (p *pulls) begin(ctx context.Context, path string, version int) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	mine := &runningPull{version, cancel}
	p.mu.Lock()
	defer p.mu.Unlock()
	if before := p.running[path]; before != nil && before.version < version {
		before.giveUp(errOvertaken)
	}
	if before := p.running[path]; before == nil || before.version <= version {
		lists.Put(&p.running, path, mine)
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

func (p *pulls) close(path string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.documents, path)
}

// answered records the answer to a pull of a document. It returns the findings of other documents that the client does not have yet.
//
// previous is the id of the result that the client has of the document. If that is not the last answer, the client did not take that answer or the
// documents that came with it. A document that is no longer open is not recorded: isOpen is called under the lock that close takes, so no record
// outlives its document.
func (p *pulls) answered(path, previous string, files map[string]findings, isOpen func(path string) bool) (others []findings) {
	p.mu.Lock()
	defer p.mu.Unlock()
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
		lists.Put(&p.documents, path, &pulledDocument{id: f.found.id(), version: f.version})
	}
	return others
}

func (p *pulls) pulled() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Keys(p.documents))
}

// outdated reports whether the client has outdated findings and will not pull again by itself, as it does after its own edits. If so, it assumes that the
// caller tells the client. now are the current findings; carried says whether a pull of one document brings the findings of another.
func (p *pulls) outdated(now map[string]findings, carried func(from, path string) bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refreshing {
		return false
	}
	found, edits := false, int64(0)
	for _, f := range now {
		version, _ := f.version.Get()
		edits += int64(version)
	}
	for path, d := range p.documents {
		f, ok := now[path]
		if !ok || (f.version != d.version || p.brought(path, now, carried)) && d.awaits(f, edits) || f.found.id() == d.id {
			continue
		}
		d.id = f.found.id()
		found = true
	}
	p.refreshing = found
	return found
}

// brought reports whether the client is about to pull another document whose answer brings this one.
func (p *pulls) brought(path string, now map[string]findings, carried func(from, path string) bool) bool {
	for other, d := range p.documents {
		if f, ok := now[other]; ok && f.version != d.version && other != path && carried(other, path) {
			return true
		}
	}
	return false
}

// refreshed notes that the client has confirmed a refresh, or that it failed.
func (p *pulls) refreshed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refreshing = false
}

// beginWorkspace records a pull of the workspace, and reports whether it is the first.
func (p *pulls) beginWorkspace() (first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	first, p.asks = !p.asks, true
	return first
}

// news returns the files whose findings the client does not have. has are the ids of the results that it has. Open documents are reported once each time
// they change, since the client pulls them by itself and shows those answers.
func (p *pulls) news(all []findings, has map[string]string) (news []findings) {
	p.mu.Lock()
	defer p.mu.Unlock()
	told := map[string]string{}
	gone := maps.Clone(has)
	for _, f := range all {
		delete(gone, f.path)
		if f.page {
			continue
		}
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

// refresh tells the client to pull again if it has outdated findings for a reason that it cannot know: schemas that arrived, files that changed on disk,
// settings, edits of other documents. It never waits.
func (p *Publisher) refresh() {
	v := p.config.View()
	if !v.Client.Refreshes {
		return
	}
	now := map[string]findings{}
	for _, path := range p.pulls.pulled() {
		if f, ok := p.diagnoser.table.of(path); ok {
			now[path] = f
		}
	}
	carried := func(from, path string) bool {
		return v.Client.RelatedDocuments && v.Snapshot.Program(from) == v.Snapshot.Program(path)
	}
	if !p.pulls.outdated(now, carried) {
		return
	}
	p.config.Background(func() {
		confirmed := p.config.Refresh()
		p.pulls.refreshed()
		if confirmed {
			p.refresh() // for changes in the meantime
		}
	})
}
