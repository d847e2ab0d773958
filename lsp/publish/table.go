// This file implements the table of the findings that the client should see, pushed or pulled.

package publish

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

// findings are those of the newest text of one file.
type findings struct {
	path    string
	uri     uri.URI
	version protocol.Optional[int32] // set if the file is open
	found   *report
	page    bool // it is Markdown; see pushes
}

func (f findings) open() bool {
	_, open := f.version.Get()
	return open
}

// same reports whether the client would be sent the same.
func (f findings) same(other findings) bool {
	return f.uri == other.uri && f.version == other.version && f.found.same(other.found)
}

// table holds the newest findings of every file that the client should see, and what it was sent of them. It is safe for concurrent use. Changes wait
// while the client is being sent something.
type table struct {
	push     func(params [][]byte) error
	trace    Trace
	advanced await.Event // the findings of a file change, or everything is up to date

	mu      sync.Mutex // guards the fields below
	pulling pulling
	files   map[string]*shownFile        // by path
	owned   map[string]map[string]*share // what each program finds, by path
	shown   map[string]*listing          // of each program, unless it is shown in part
}

// pulling is what the client pulls, so that it is not pushed.
type pulling uint8

const (
	pullsNothing   pulling = iota // everything is pushed
	pullsDocuments                // the findings of open documents are pulled
	pullsWorkspace                // everything is pulled
)

// shownFile is a file in the table. Its findings are those of all programs that show it: several may share a file of settings or rules.
type shownFile struct {
	findings
	shares []*share
	sent   *findings // what the client has; nil if it was sent nothing or an empty list
}

// share is the same findings of one or more programs in a file.
type share struct {
	found    *report
	version  protocol.Optional[int32]
	programs int
}

// take takes away what a program found before, which may be nil.
func (f *shownFile) take(before *share) {
	if before == nil {
		return
	}
	if before.programs--; before.programs == 0 {
		f.shares = slices.DeleteFunc(f.shares, func(s *share) bool { return s == before })
	}
}

func (f *shownFile) add(found *report, version protocol.Optional[int32]) *share {
	for _, s := range f.shares {
		if s.version == version && s.found.same(found) {
			s.programs++
			return s
		}
	}
	now := &share{found, version, 1}
	f.shares = append(f.shares, now)
	return now
}

// join joins what programs find in the version that is shown. Those that have seen only another one follow.
func (f *shownFile) join() {
	var all []*report
	for _, s := range f.shares {
		if s.version == f.version {
			all = append(all, s.found)
		}
	}
	f.found = joined(all)
}

// update shows a listing but leaves files of the program alone that are not part of it. It ends early when pass does.
func (t *table) update(pass context.Context, program string, l *listing) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	whole, err := t.show(pass, program, l)
	if whole {
		delete(t.shown, program) // files that are gone may still be shown
	}
	return err
}

// replace shows a listing and clears files that are no longer part of the program.
func (t *table) replace(pass context.Context, program string, l *listing) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if whole, err := t.show(pass, program, l); err != nil || !whole {
		return err
	}
	gone := maps.Clone(t.owned[program])
	for _, f := range l.files {
		if !f.missing {
			delete(gone, f.path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(gone)) {
		if err := t.release(program, path); err != nil {
			return err
		}
	}
	if len(t.owned[program]) == 0 { // otherwise a folder that is gone would be checked forever
		delete(t.owned, program)
	}
	return nil
}

// last returns the listing of a program that is shown, or nil if there is none.
func (t *table) last(program string) *listing {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shown[program]
}

func (t *table) shows(program string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.owned[program] != nil
}

// retain clears the programs that are not kept. It ends early when pass does.
func (t *table) retain(pass context.Context, keep func(program string) bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var dropped []string
	for program := range t.owned {
		if !keep(program) {
			dropped = append(dropped, program)
		}
	}
	maps.DeleteFunc(t.shown, func(program string, _ *listing) bool { return t.owned[program] == nil && !keep(program) }) // programs without files
	slices.Sort(dropped)
	for _, program := range dropped {
		if err := pass.Err(); err != nil {
			return err
		}
		for _, path := range slices.Sorted(maps.Keys(t.owned[program])) {
			if err := t.release(program, path); err != nil {
				return err
			}
		}
		delete(t.owned, program)
		delete(t.shown, program)
	}
	return nil
}

// programs returns the programs that show something, sorted.
func (t *table) programs() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.owned))
}

// pullsBegin notes what the client pulls from now on. It clears what was pushed of that before, so that nothing is shown twice.
func (t *table) pullsBegin(what pulling) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pulling >= what {
		return nil
	}
	t.pulling = what
	for _, path := range slices.Sorted(maps.Keys(t.files)) {
		if err := t.send(t.files[path]); err != nil {
			return err
		}
	}
	return nil
}

// all returns the findings of all files, sorted by path.
func (t *table) all() []findings {
	t.mu.Lock()
	defer t.mu.Unlock()
	return lists.Map(slices.Sorted(maps.Keys(t.files)), func(path string) findings { return t.files[path].findings })
}

func (t *table) has(path string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.files[path] != nil
}

func (t *table) of(path string) (findings, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f := t.files[path]; f != nil {
		return f.findings, true
	}
	return findings{}, false
}

// The functions below need mu.

// show shows a listing: only the files that differ from what is shown if that is a listing of the same files, and the
// whole otherwise. While it is shown in part, it is not the one that is shown.
func (t *table) show(pass context.Context, program string, l *listing) (whole bool, err error) {
	files, whole := l.since(t.shown[program])
	delete(t.shown, program)
	for _, f := range files {
		if err := pass.Err(); err != nil {
			return whole, err
		}
		known := t.own(program, f)
		before := known.found
		known.uri, known.version, known.page = f.uri, f.version, f.page
		known.take(t.owned[program][f.path])
		t.owned[program][f.path] = known.add(f.found, f.version)
		if known.join(); !known.found.same(before) {
			t.advanced.Happen()
		}
		if err := t.send(known); err != nil {
			return whole, err
		}
	}
	lists.Put(&t.shown, program, l)
	return whole, nil
}

func (t *table) own(program string, f findings) *shownFile {
	known := t.files[f.path]
	if known == nil {
		known = &shownFile{findings: findings{path: f.path, uri: f.uri, found: noFindings}}
		lists.Put(&t.files, f.path, known)
	}
	if t.owned[program] == nil {
		lists.Put(&t.owned, program, map[string]*share{})
	}
	return known
}

// release removes a file from a program. A file that no other program shows is cleared.
func (t *table) release(program, path string) error {
	f := t.files[path]
	before := f.found
	f.take(t.owned[program][path])
	delete(t.owned[program], path)
	if len(f.shares) == 0 {
		f.version = protocol.Optional[int32]{}
		delete(t.files, path)
	}
	if f.join(); len(f.shares) == 0 || !f.found.same(before) {
		t.advanced.Happen()
	}
	return t.send(f)
}

// send sends the findings of a file unless the client has them already.
//
// Why the version counts: clients drop findings for any version but their newest, so findings that were dropped must be sent again.
func (t *table) send(f *shownFile) error {
	next := f.findings
	if f.sent != nil && !f.open() {
		next.uri = f.sent.uri // the spelling that the client knows
	}
	if !t.pushes(f) {
		next.version, next.found = protocol.Optional[int32]{}, noFindings
	}
	empty := next.found == noFindings && !next.open()
	switch {
	case empty && (f.sent == nil || f.sent.found == noFindings):
		f.sent = nil
		return nil
	case f.sent != nil && f.sent.same(next):
		return nil
	}
	if err := t.clearOther(f.sent, next.uri); err != nil {
		return err
	}
	params := next.params()
	if err := t.push(params); err != nil {
		return err
	}
	t.trace.Published(f.path, len(next.found.findings), lengthOf(params))
	if f.sent = &next; empty {
		f.sent = nil
	}
	return nil
}

// clearOther clears what was sent for another spelling of a file's URI. A client that distinguishes spellings would go on showing it.
func (t *table) clearOther(sent *findings, now uri.URI) error {
	if sent == nil || sent.uri == now || sent.found == noFindings {
		return nil
	}
	return t.push(findings{uri: sent.uri, found: noFindings}.params())
}

// pushes reports whether the findings of a file are pushed. A client that pulls documents pulls only open ones, so the others are pushed until it pulls
// the workspace. Those in Markdown are always pushed; see the comment of the package.
func (t *table) pushes(f *shownFile) bool {
	return f.page || t.pulling == pullsNothing || t.pulling == pullsDocuments && !f.open()
}

// params returns the parameters of textDocument/publishDiagnostics in pieces, which are mostly those of the report.
func (f findings) params() [][]byte {
	b := make([]byte, 0, len(f.uri)+64)
	b = append(b, `{"uri":`...)
	b, _ = jsontext.AppendQuote(b, f.uri) // fails only for invalid UTF-8, which it replaces
	if version, ok := f.version.Get(); ok {
		b = append(b, `,"version":`...)
		b = strconv.AppendInt(b, int64(version), 10)
	}
	pieces := make([][]byte, 0, len(f.found.findings)+4)
	pieces = append(pieces, append(b, `,"diagnostics":`...))
	return append(f.found.pieces(pieces), closingObject)
}

var closingObject = []byte("}")

func lengthOf(pieces [][]byte) int {
	n := 0
	for _, p := range pieces {
		n += len(p)
	}
	return n
}
