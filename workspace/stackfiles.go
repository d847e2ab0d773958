package workspace

import (
	"cmp"
	"io/fs"
	"iter"
	"maps"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file finds and checks the project file and the stack files of a program.

// readStacks reads the project file and all stack files, taking open ones from the
// editor, and computes the selected configuration. Unchanged files keep their pointers.
// The entries of the program's directory are passed if they are known.
func (b *builder) readStacks(seen *disk.Seen, entries []fs.DirEntry) {
	var before *stackfile.Set
	if b.base != nil {
		before = b.base.stacks
	}
	b.next.unread = nil
	b.next.stackDir = b.next.project.StackDir(b.folder.dir)
	if dir := b.next.stackDir; dir != "" && (entries == nil || dir != b.folder.dir) {
		var err error
		if entries, err = seen.ReadNames(dir, listedEndings); err != nil && !disk.IsAbsent(err) {
			b.next.unread = append(b.next.unread, Problem{Path: dir, Err: err})
		}
	}
	b.next.stacks = b.stacksIn(seen, b.next.stackDir, entries, before)
	b.next.stack = b.next.stacks.Selected(b.next.project, cmp.Or(b.stack, b.next.settings.Stack))
	if b.base != nil && b.base.stack.Equal(b.next.stack) {
		b.next.stack = b.base.stack
	}
}

// stacksIn are the project file and the stack files in a directory; nil without a
// directory.
func (b *builder) stacksIn(seen *disk.Seen, dir string, entries []fs.DirEntry, before *stackfile.Set) *stackfile.Set {
	if dir == "" {
		return nil
	}
	known := map[string]*stackfile.File{}
	for _, f := range before.Files() {
		known[f.Path] = f
	}
	found := &stackfile.Set{}
	if file := b.next.project.Path; file != "" {
		found.Project, _ = b.stackFile(seen, file, known[file], true) // if it cannot be read, the project says so
	}
	for _, file := range b.stackPaths(dir, entries) {
		f, err := b.stackFile(seen, file, known[file], false)
		if err != nil {
			b.next.unread = append(b.next.unread, Problem{Path: file, Err: err})
		}
		if f != nil {
			found.Stacks = append(found.Stacks, f)
		}
	}
	if before != nil && slices.Equal(found.Files(), before.Files()) {
		return before
	}
	return found
}

// stackPaths are the paths of the stack files in a directory with some entries, sorted.
func (s *Snapshot) stackPaths(dir string, entries []fs.DirEntry) []string {
	paths := map[string]bool{}
	for _, e := range entries {
		if file := path.Join(dir, e.Name()); stackfile.IsFile(file) && !e.IsDir() {
			paths[file] = true
		}
	}
	for _, file := range s.opened.in(dir) {
		if stackfile.IsFile(file) {
			paths[file] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// stackFile reads one file; nil if it cannot be read, or is not there.
func (s *Snapshot) stackFile(seen *disk.Seen, file string, before *stackfile.File, isProject bool) (*stackfile.File, error) {
	if o, open := s.overlays.find(file); open {
		if before != nil && before.Source == o.file() {
			return before, nil
		}
		return stackfile.Read(o.file(), isProject), nil
	}
	text, ok, err := s.anyText(seen, file)
	switch {
	case !ok:
		return nil, err
	case before.Says(text):
		return before, nil
	}
	return stackfile.Read(syntax.Parse(file, text, nil), isProject), nil
}

// configures marks the program that an open project or stack file configures, and those to which a rule file applies that was opened or
// closed: what is wrong in an open rule file is not part of their reports.
func (d dirtySet) configures(file string) {
	if d.snapshot.opened.has[file] != d.snapshot.isOpen(file) {
		for dir, f := range d.snapshot.folders {
			if known := f.known(); known != nil && known.book.has(file) {
				d.mark(dir, staleness{rebuild: true})
			}
		}
	}
	if !stackfile.IsFile(file) && !stackfile.IsProjectFile(file) {
		return
	}
	for dir, f := range d.snapshot.folders {
		if known := f.known(); known != nil && known.configuredBy(file) {
			d.mark(dir, staleness{rebuild: true, stack: true})
		}
	}
}

// configuredBy reports whether a file is the project file or a stack file of the
// directory's program.
func (s *folderState) configuredBy(file string) bool {
	if s.stackDir == "" {
		return false
	}
	return file == s.project.Path || stackfile.IsFile(file) && dirOf(file) == s.stackDir
}

// configuredByOne reports whether one of these files is. They are given by directory.
func (s *folderState) configuredByOne(files map[string]map[string]bool) bool {
	if s == nil || s.stackDir == "" {
		return false
	}
	for _, dir := range []string{s.stackDir, dirOf(s.project.Path)} {
		for file := range files[dir] {
			if s.configuredBy(file) {
				return true
			}
		}
	}
	return false
}

// byDirectory sorts paths by their directories.
func byDirectory(paths iter.Seq[string]) map[string]map[string]bool {
	in := map[string]map[string]bool{}
	for p := range paths {
		dir := dirOf(p)
		if in[dir] == nil {
			in[dir] = map[string]bool{}
		}
		in[dir][p] = true
	}
	return in
}

// Configured is the program that a project or stack file configures; nil if there is
// none.
func (s *Snapshot) Configured(file string) *analysis.Program {
	file = disk.Clean(file)
	if !stackfile.IsFile(file) && !stackfile.IsProjectFile(file) || !disk.IsPath(file) {
		return nil
	}
	dir := dirOf(file)
	if p := stackfile.ProjectIn(s.fsys, dir); p.Path != "" {
		dir = p.ProgramDir()
	}
	if state := s.state(dir); state.configuredBy(file) {
		return state.program
	}
	if state := s.stateWith(file); state != nil {
		return state.program
	}
	return nil
}

// stateWith is the known directory whose program a file configures; nil if there is none.
func (s *Snapshot) stateWith(file string) *folderState {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.folders {
		if state := f.state.Load(); state != nil && state.configuredBy(file) {
			return state
		}
	}
	return nil
}

// stackSource is a project or stack file as it was read, or else as it is on disk; nil
// for other files.
func (s *Snapshot) stackSource(file string) *syntax.File {
	if !stackfile.IsFile(file) && !stackfile.IsProjectFile(file) {
		return nil
	}
	if state := s.stateWith(file); state != nil {
		for _, f := range state.stacks.Files() {
			if f.Path == file {
				return f.Source
			}
		}
	}
	if text, ok, _ := s.anyText(disk.Watch(s.fsys), file); ok {
		return syntax.Parse(file, text, nil)
	}
	return nil
}

// Stacks are what the project file and the stack files of the program in a directory set.
func (s *Snapshot) Stacks(dir string) []*analysis.Stack {
	state := s.state(disk.Clean(dir))
	return state.stacks.All(state.project)
}

func (s *Snapshot) checkStacks(p *analysis.Program) ([]*stackfile.File, []*analysis.FileFindings) {
	state := s.state(p.Dir)
	files := state.stacks.Files()
	if len(files) == 0 || len(p.Files) == 0 {
		return nil, nil
	}
	q := stackfile.Question{Program: p, Partial: len(state.problems()) > 0, Told: p.Stack().File()}
	if s.stack != "" {
		q.Only = p.Stack().File()
		if q.Only == "" {
			q.Only = stackfile.Names(s.stack)[0] // the selected stack has no file, and no other counts
		}
	}
	return files, state.stacks.Check(q)
}
