// This file remembers what the client shows besides findings, and tells it to refresh when that has changed for a reason that it cannot know, such as a
// schema that has arrived or a component that was edited.

package lsp

import (
	"context"
	"maps"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// identify returns an id of an answer as it is in a view. Equal answers have equal ids.
type identify func(ctx context.Context, v *view, t *target) (id string, err error)

// answered is the last answer of a kind about a document.
type answered struct {
	basis
	file     *syntax.File
	id       string
	identify identify
}

// basis is what answers about a document depend on: its program, what is shown, the states of stacks, and what was
// found out by following programs.
type basis struct {
	program *analysis.Program
	hints   lens.ShownHints
	lenses  lens.Shown
	states  any
	era     int64
}

func (v *view) basis(p *analysis.Program) basis {
	return basis{p, v.hints, v.lenses, v.Snapshot.StatesVersion(), v.follower.era.Load()}
}

type answerKey struct {
	path string
	kind refreshKind
}

// refresher compares the last answers with what the server would answer now. It is safe for concurrent use.
type refresher struct {
	link *link
	view func() *view                                      // returns the current view
	tell func(ctx context.Context, kind refreshKind) error // tells the client to refresh and waits for its confirmation

	comparing rerunner
	mu        sync.Mutex // guards all
	all       map[answerKey]answered
}

// put records an answer about an open document. It checks that the document is open under the lock that close takes, so no record outlives its document.
func (r *refresher) put(key answerKey, a answered, isOpen func(path string) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !isOpen(key.path) {
		return
	}
	lists.Put(&r.all, key, a)
}

// replace replaces a record unless the client has asked again since.
func (r *refresher) replace(key answerKey, old, by answered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now, has := r.all[key]; has && now.basis == old.basis && now.id == old.id {
		r.all[key] = by
	}
}

func (r *refresher) close(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.all, func(key answerKey, _ answered) bool { return key.path == path })
}

func (r *refresher) answers() map[answerKey]answered {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.all)
}

// remember records the answer about an open document.
func (v *view) remember(t *target, kind refreshKind, id string, identify identify) {
	if !v.client.refreshes[kind] || !v.isOpen(t.file.Path) {
		return
	}
	v.refresher.put(answerKey{t.file.Path, kind}, answered{v.basis(t.program), t.file, id, identify}, v.isOpen)
	if v.session.Snapshot() != v.Snapshot { // the last comparison may have missed this answer
		v.refresher.refresh()
	}
}

// refresh compares all answers and tells the client to refresh where it must. It never waits.
func (r *refresher) refresh() {
	if len(r.answers()) == 0 {
		return
	}
	r.link.background(func() { r.comparing.run(r.compare) })
}

func (r *refresher) compare() {
	outdated := map[refreshKind]bool{}
	for key, a := range r.answers() {
		if r.outdated(key, a) {
			outdated[key.kind] = true
		}
	}
	for kind := range outdated {
		r.link.background(func() { // no kind waits for the confirmation of another
			r.link.warn("the client cannot be told to refresh "+string(kind), r.tell(r.link.base, kind))
		})
	}
}

// dependsOnOthers reports whether an answer of a kind depends on other programs too.
func (v *view) dependsOnOthers(kind refreshKind, p *analysis.Program) bool {
	return (kind == refreshLenses || kind == refreshHints && v.hints[lens.IDs]) && !v.Snapshot.Runs(p.Dir)
}

// outdated reports whether an answer has changed for a document that the client has not edited since. After an edit the client asks again by itself.
func (r *refresher) outdated(key answerKey, a answered) bool {
	v := r.view()
	program := v.Snapshot.Program(key.path)
	if program == nil || v.basis(program) == a.basis && !v.dependsOnOthers(key.kind, program) {
		return false
	}
	file, _ := program.File(key.path)
	if file != a.file {
		return false
	}
	id, err := a.identify(r.link.base, v, &target{program: program, file: file})
	if err != nil {
		return false
	}
	r.replace(key, a, answered{v.basis(program), file, id, a.identify})
	return id != a.id
}
