// This file implements the one table of findings that a client is to be shown,
// whether it is told of them or asks.

package lsp

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// findings are what the newest text of one file deserves.
type findings struct {
	path    string
	uri     uri.URI
	version protocol.Optional[int32] // set if the file is open
	found   *converted
}

func (f findings) open() bool {
	_, open := f.version.Get()
	return open
}

// shown holds the newest findings of every file that a client is to be shown, and what
// the client was sent of them. It is safe for concurrent use; changes wait for a
// client that is being sent something.
type shown struct {
	publish func(ctx context.Context, params []byte) error
	trace   *tracer

	mu       sync.Mutex // guards the fields below
	asking   asking
	files    map[string]*shownFile      // by path
	owned    map[string]map[string]bool // the files that each program shows
	tokens   map[string]any             // of the last complete result of each program
	advanced chan struct{}              // closed when a file changes; nil if nobody waits
}

// asking is what a client asks for by itself and so is not sent.
type asking uint8

const (
	forNothing   asking = iota // all findings are pushed
	forDocuments               // those of open documents are pulled
	forWorkspace               // all are pulled
)

// shownFile is a file in the table.
type shownFile struct {
	findings
	owners int           // how many programs show it: a settings file may count for several
	sent   *sentFindings // what the client has; nil if it was sent nothing, or that there is nothing
}

// sentFindings are the last message about a file.
type sentFindings struct {
	uri     uri.URI
	version protocol.Optional[int32]
	found   *converted
}

func (s *sentFindings) same(o *sentFindings) bool {
	return s.uri == o.uri && s.version == o.version && s.found.same(o.found)
}

// update shows findings of some files of a program. Of files that are not among them it
// says nothing. It ends early when pass does; what it sends, it sends under ctx.
func (s *shown) update(ctx, pass context.Context, program string, files []findings) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.show(ctx, pass, program, files)
}

// replace shows the findings of all files of a program, and no longer shows files that
// are none of it any more. The token stands for this result; see last.
func (s *shown) replace(ctx, pass context.Context, program string, files []findings, token any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.show(ctx, pass, program, files); err != nil {
		return err
	}
	gone := maps.Clone(s.owned[program])
	for _, f := range files {
		delete(gone, f.path)
	}
	for _, path := range slices.Sorted(maps.Keys(gone)) {
		if err := s.release(ctx, program, path); err != nil {
			return err
		}
	}
	if len(s.owned[program]) == 0 { // else a folder that is gone would be looked at for ever
		delete(s.owned, program)
	}
	if s.tokens == nil {
		s.tokens = map[string]any{}
	}
	s.tokens[program] = token
	return nil
}

// last is the token of a program's last complete result; nil if there is none.
func (s *shown) last(program string) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tokens[program]
}

// shows reports whether something of a program is shown.
func (s *shown) shows(program string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.owned[program] != nil
}

// retain no longer shows the programs that are not to be kept. It ends early when pass
// does.
func (s *shown) retain(ctx, pass context.Context, keep func(program string) bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var dropped []string
	for program := range s.owned {
		if !keep(program) {
			dropped = append(dropped, program)
		}
	}
	for program := range s.tokens {
		if s.owned[program] == nil && !keep(program) { // one that shows nothing
			delete(s.tokens, program)
		}
	}
	slices.Sort(dropped)
	for _, program := range dropped {
		if err := pass.Err(); err != nil {
			return err
		}
		for _, path := range slices.Sorted(maps.Keys(s.owned[program])) {
			if err := s.release(ctx, program, path); err != nil {
				return err
			}
		}
		delete(s.owned, program)
		delete(s.tokens, program)
	}
	return nil
}

// programs are those that show something, sorted.
func (s *shown) programs() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.owned))
}

// asks notes what the client asks for by itself. Of that, what it was sent before is
// taken back, so that nothing is shown twice.
func (s *shown) asks(ctx context.Context, what asking) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asking >= what {
		return nil
	}
	s.asking = what
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		if err := s.send(ctx, s.files[path]); err != nil {
			return err
		}
	}
	return nil
}

// next is closed when the findings of a file change, or wake is called.
func (s *shown) next() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.advanced == nil {
		s.advanced = make(chan struct{})
	}
	return s.advanced
}

// wake makes everyone look who waits for a change.
func (s *shown) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance()
}

// all are the findings in the table, by path.
func (s *shown) all() []findings {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]findings, 0, len(s.files))
	for _, path := range slices.Sorted(maps.Keys(s.files)) {
		all = append(all, s.files[path].findings)
	}
	return all
}

// paths are all files in the table.
func (s *shown) paths() map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	paths := make(map[string]bool, len(s.files))
	for path := range s.files {
		paths[path] = true
	}
	return paths
}

// of are the findings of one file.
func (s *shown) of(path string) (findings, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[path]; f != nil {
		return f.findings, true
	}
	return findings{}, false
}

// The functions below need mu.

func (s *shown) show(ctx, pass context.Context, program string, files []findings) error {
	for _, f := range files {
		if err := pass.Err(); err != nil {
			return err
		}
		known := s.own(program, f)
		if !known.found.same(f.found) {
			s.advance()
		}
		known.findings = f
		if err := s.send(ctx, known); err != nil {
			return err
		}
	}
	return nil
}

// own makes a file one that a program shows.
func (s *shown) own(program string, f findings) *shownFile {
	if s.files == nil {
		s.files, s.owned = map[string]*shownFile{}, map[string]map[string]bool{}
	}
	known := s.files[f.path]
	if known == nil {
		known = &shownFile{findings: findings{path: f.path, uri: f.uri, found: noFindings}}
		s.files[f.path] = known
	}
	paths := s.owned[program]
	if paths == nil {
		paths = map[string]bool{}
		s.owned[program] = paths
	}
	if !paths[f.path] {
		paths[f.path] = true
		known.owners++
	}
	return known
}

// release takes a file from a program. A file that no program shows is cleared.
func (s *shown) release(ctx context.Context, program, path string) error {
	f := s.files[path]
	if f.owners == 1 {
		f.version, f.found = protocol.Optional[int32]{}, noFindings
		if err := s.send(ctx, f); err != nil {
			return err
		}
		delete(s.files, path)
		s.advance()
	}
	f.owners--
	delete(s.owned[program], path)
	return nil
}

// send sends the findings of a file unless the client has them already.
//
// Why the version counts: clients drop findings for a version that is not their newest,
// so equal findings that were dropped must be sent again.
func (s *shown) send(ctx context.Context, f *shownFile) error {
	next := &sentFindings{f.uri, f.version, f.found}
	if f.sent != nil && !f.open() {
		next.uri = f.sent.uri // the spelling the client knows the file by
	}
	if !s.pushes(f) {
		next = &sentFindings{uri: next.uri, found: noFindings}
	}
	_, versioned := next.version.Get()
	empty := next.found == noFindings && !versioned
	switch {
	case empty && (f.sent == nil || f.sent.found == noFindings):
		f.sent = nil
		return nil
	case f.sent != nil && f.sent.same(next):
		return nil
	}
	if err := s.clearOther(ctx, f.sent, next.uri); err != nil {
		return err
	}
	params := next.params()
	if err := s.publish(ctx, params); err != nil {
		return err
	}
	s.trace.published(f.path, len(next.found.diagnostics), len(params))
	if f.sent = next; empty {
		f.sent = nil
	}
	return nil
}

// clearOther takes back what was sent for another spelling of a file's URI: a client
// that tells spellings apart would go on showing it.
func (s *shown) clearOther(ctx context.Context, sent *sentFindings, now uri.URI) error {
	if sent == nil || sent.uri == now || sent.found == noFindings {
		return nil
	}
	gone := &sentFindings{uri: sent.uri, found: noFindings}
	return s.publish(ctx, gone.params())
}

// pushes reports whether the client must be sent the findings of a file. A client that
// asks for those of documents does so while they are open; what else there is would
// stay hidden from it if it does not ask for the workspace.
func (s *shown) pushes(f *shownFile) bool {
	return s.asking == forNothing || s.asking == forDocuments && !f.open()
}

func (s *shown) advance() {
	if s.advanced != nil {
		close(s.advanced)
		s.advanced = nil
	}
}

// params are those of `textDocument/publishDiagnostics`, put together from what is
// encoded already.
func (s *sentFindings) params() []byte {
	b := make([]byte, 0, len(s.found.json)+len(s.uri)+64)
	b = append(b, `{"uri":`...)
	b, _ = jsontext.AppendQuote(b, s.uri) // fails only for invalid UTF-8, which it replaces
	if version, ok := s.version.Get(); ok {
		b = append(b, `,"version":`...)
		b = strconv.AppendInt(b, int64(version), 10)
	}
	b = append(b, `,"diagnostics":`...)
	b = append(b, s.found.json...)
	return append(b, '}')
}
