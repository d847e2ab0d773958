// This file implements which programs findings are shown of, and in which order.

package lsp

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// scope is of which programs findings are shown.
type scope string

const (
	// scopeWorkspace are the programs of open documents and those in the workspace
	// folders. It is the default, as users of other languages expect it: an edit of a
	// component shows what it breaks in programs that are not open.
	scopeWorkspace scope = "workspace"
	// scopeOpen are the programs of open documents alone.
	scopeOpen scope = "open"
)

// focus is what decides on the programs to look at and their order, other than the
// texts.
type focus struct {
	mu      sync.Mutex // guards the fields below
	recent  []string   // documents, the one edited last first
	folders []string   // of the workspace
	scope   scope
	listed  uint64 // how often directories may have come or gone
}

// edited puts a document first.
func (f *focus) edited(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.recent) > 0 && f.recent[0] == path {
		return
	}
	f.recent = slices.DeleteFunc(f.recent, func(other string) bool { return other == path })
	f.recent = slices.Insert(f.recent, 0, path)
}

// relist says that directories may have come or gone.
func (f *focus) relist() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.listed++
}

func (f *focus) setScope(s scope) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.scope = s
}

// setFolders sets the folders of the workspace.
func (f *focus) setFolders(folders []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders = folders
	f.listed++
}

// closed forgets a document.
func (f *focus) closed(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.recent = slices.DeleteFunc(f.recent, func(other string) bool { return other == path })
}

// order gives the open documents, the one edited last first.
func (f *focus) order(snapshot *workspace.Snapshot) iter.Seq[string] {
	f.mu.Lock()
	recent := slices.Clone(f.recent)
	f.mu.Unlock()
	return func(yield func(string) bool) {
		for _, path := range recent { // each document comes to be known by being edited or opened
			if _, _, open, _ := snapshot.File(path); open && !yield(path) {
				return
			}
		}
	}
}

// roots are the directories to look for programs in, and a number that changes when
// those may be others.
func (f *focus) roots() (folders []string, listed uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.scope == scopeOpen {
		return nil, f.listed
	}
	return f.folders, f.listed
}

// looks reports whether programs are looked for, open or not.
func (f *focus) looks() bool {
	folders, _ := f.roots()
	return len(folders) > 0
}

// covers reports whether a program is one to be looked for.
func (f *focus) covers(program string) bool {
	folders, _ := f.roots()
	return slices.ContainsFunc(folders, func(folder string) bool {
		return program == folder || strings.HasPrefix(program, strings.TrimSuffix(folder, "/")+"/")
	})
}

// openPrograms are the programs of open documents, that of the document edited last
// first.
func (s *server) openPrograms() round {
	v := s.view()
	steps := func(yield func(step) bool) {
		seen, open := map[string]bool{}, s.openDirs(v)
		for path := range s.focus.order(v.snapshot) {
			next := step{program: path, find: v.lone(path)}
			if program := v.programOf(path); program != nil {
				next = step{program: program.Dir, find: v.program(program, path)}
			}
			if seen[next.program] {
				continue
			}
			seen[next.program] = true
			if s.doubled(v, next.program, open) {
				next.find = opened(next.find)
			}
			if !yield(next) {
				return
			}
		}
	}
	return round{steps, v.snapshot.Loading}
}

// closedPrograms are those of the workspace that no open document is in, the ones that
// are shown already first.
func (s *server) closedPrograms(ctx context.Context) round {
	v := s.view()
	steps := func(yield func(step) bool) {
		seen, open := map[string]bool{}, s.openDirs(v)
		for _, path := range v.snapshot.Open() {
			if program := v.programOf(path); program != nil {
				seen[program.Dir] = true
			}
		}
		visit := func(dir string) bool {
			if seen[dir] || s.shows(v, open, dir) {
				return true
			}
			seen[dir] = true
			return yield(step{program: dir, find: v.closed(dir)})
		}
		for _, program := range s.diagnoser.shown.programs() {
			if s.focus.covers(program) && !visit(program) {
				return
			}
		}
		s.survey.each(ctx, v.snapshot, &s.focus, visit)
	}
	return round{steps, v.snapshot.Loading}
}

// programOf is the program that findings in an open document come with: the one that it
// is part of, or whose project or stack it configures. It is nil for other documents.
func (v *view) programOf(path string) *analysis.Program {
	if program := v.snapshot.Program(path); program != nil {
		return program
	}
	if program := v.snapshot.Configured(path); program != nil && len(program.Files) > 0 {
		return program
	}
	return nil
}

// survey looks for the programs of the workspace. What it found once it does not look
// for again until directories may have come or gone. It is for one goroutine.
type survey struct {
	search *workspace.Survey
	listed uint64
}

// each visits the directories found, and goes on looking until ctx is done.
func (s *survey) each(ctx context.Context, snapshot *workspace.Snapshot, f *focus, visit func(dir string) bool) {
	roots, listed := f.roots()
	if len(roots) == 0 {
		s.search = nil
		return
	}
	if s.search == nil || s.listed != listed {
		s.search, s.listed = snapshot.Survey(roots...), listed
	}
	for visited := 0; ctx.Err() == nil; {
		for _, dir := range s.search.Dirs()[visited:] {
			visited++
			if !visit(dir) {
				return
			}
		}
		if !s.search.Step() {
			return
		}
	}
}

// program finds out about a program of open documents.
func (v *view) program(p *analysis.Program, edited string) func(context.Context, any, func([]findings)) (result, error) {
	return func(ctx context.Context, _ any, early func([]findings)) (result, error) {
		soon := func(r *workspace.Report) {
			if files, err := v.findings(r, edited); err == nil {
				early(files)
			}
		}
		r, err := v.snapshot.Report(ctx, p, soon)
		if err != nil {
			return result{}, err
		}
		files, err := v.findings(r, edited)
		return result{files: files}, err
	}
}

// nothingThere is the token of a directory without a program.
const nothingThere = "nothing"

// closed finds out about a program without open documents. Of such a one nothing
// changes unless its report does.
func (v *view) closed(dir string) func(context.Context, any, func([]findings)) (result, error) {
	return func(ctx context.Context, last any, _ func([]findings)) (result, error) {
		p := v.snapshot.ProgramIn(dir)
		if p == nil || len(p.Files) == 0 {
			return result{token: nothingThere}, nil
		}
		r, err := v.snapshot.Report(ctx, p, nil)
		if err != nil || last == r {
			return result{token: r}, err
		}
		files, err := v.findings(r, "")
		return result{files, r}, err
	}
}

// lone shows that nothing is known of an open document that is in no program.
func (v *view) lone(path string) func(context.Context, any, func([]findings)) (result, error) {
	return func(context.Context, any, func([]findings)) (result, error) {
		f, ok := v.fileFindings(path, noFindings)
		if !ok {
			return result{}, nil
		}
		return result{files: []findings{f}}, nil
	}
}

// findings are those of a report in the client's terms, in the order in which they are
// to be shown: the edited document, open ones, others.
func (v *view) findings(r *workspace.Report, edited string) ([]findings, error) {
	places := v.mappers()
	files := make([]findings, 0, len(r.Files))
	for _, f := range r.Files {
		found, err := v.converted.of(v, places, f)
		if err != nil {
			return nil, err
		}
		if file, ok := v.fileFindings(f.Found.Path, found); ok {
			files = append(files, file)
		}
	}
	urgency := func(f findings) int {
		switch {
		case f.path == edited:
			return 0
		case f.open():
			return 1
		}
		return 2
	}
	slices.SortStableFunc(files, func(a, b findings) int { return cmp.Compare(urgency(a), urgency(b)) })
	return files, nil
}

// fileFindings are findings of a file as it is now; false if the file is gone.
func (v *view) fileFindings(path string, found *converted) (findings, bool) {
	_, version, open, ok := v.snapshot.File(path)
	f := findings{path: path, uri: v.uriOf(path), found: found}
	if open {
		f.version = protocol.NewOptional(int32(version))
	}
	return f, ok
}
