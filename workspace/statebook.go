package workspace

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file finds and reads the states of stacks, from the file that a setting names or the text that an editor gives.
//
// Invariant: each version of a file is read once.

// StateFile is the state of a stack as it was read.
type StateFile struct {
	// Path is the file; empty for a state that an editor gave.
	Path string
	// State is nil if there is a Problem, which says in one sentence why.
	State   *state.State
	Problem string
	// Absent says that there is no such file.
	Absent bool
}

// stateBook is what is known of states. It is safe for concurrent use. What is known after a change is
// another book, which shares what is still true.
type stateBook struct {
	path  string                // with {stack} and {project}; empty to leave it to settings files
	given map[string]*StateFile // by directory; never changed

	mu   sync.Mutex
	read map[string]statePage // by path
}

type statePage struct {
	stamp disk.Stamp
	file  *StateFile
}

// stateQuestion asks for the state of the stack of a program.
type stateQuestion struct {
	// Dir is the directory of the program. Stack and Project are empty where they are not known.
	Dir, Stack, Project string
	// Path is what a settings file says; empty for nothing.
	Path string
	// FS is where the file is read from, up to a number of bytes.
	FS    disk.FS
	Limit int
}

// newStateBook is a book in which nothing is known.
func newStateBook() *stateBook {
	return &stateBook{given: map[string]*StateFile{}, read: map[string]statePage{}}
}

// Of is the state that a question asks for; nil if none is selected.
func (b *stateBook) Of(q stateQuestion) *StateFile {
	if given := b.given[q.Dir]; given != nil {
		return given.of(q)
	}
	file := cmp.Or(b.path, q.Path)
	file, named := filledIn(file, q)
	if !named || !disk.IsPath(file) {
		return nil
	}
	return b.at(q, disk.Clean(file)).of(q)
}

// filledIn is a path with the names of a stack and a project. It is not ok if a name is missing.
func filledIn(file string, q stateQuestion) (string, bool) {
	for name, value := range map[string]string{"{stack}": q.Stack, "{project}": q.Project} {
		if !strings.Contains(file, name) {
			continue
		}
		if value == "" || strings.ContainsAny(value, `/\`) || strings.Contains(value, "..") {
			return "", false
		}
		file = strings.ReplaceAll(file, name, value)
	}
	return file, file != ""
}

// of is the state if it is that of the stack and project. Names that are not known fit.
func (f *StateFile) of(q stateQuestion) *StateFile {
	switch {
	case f.State == nil || f.State.Stack == "": // it has no resources
	case q.Stack != "" && f.State.Stack != q.Stack:
		return f.wrong(fmt.Sprintf("is that of stack %s, but %s is selected", f.State.Stack, q.Stack))
	case q.Project != "" && f.State.Project != q.Project:
		return f.wrong(fmt.Sprintf("is that of project %s, but the program belongs to project %s", f.State.Project, q.Project))
	}
	return f
}

func (f *StateFile) wrong(what string) *StateFile {
	name := "the state"
	if f.Path != "" {
		name += " in " + path.Base(f.Path)
	}
	return &StateFile{Path: f.Path, Problem: name + " " + what}
}

func (b *stateBook) at(q stateQuestion, file string) *StateFile {
	b.mu.Lock()
	defer b.mu.Unlock()
	known, ok := b.read[file]
	if !ok {
		known = readState(q, file)
		b.read[file] = known
	}
	return known.file
}

func readState(q stateQuestion, file string) statePage {
	found := statePage{file: &StateFile{Path: file}}
	info, err := q.FS.Stat(file)
	if err == nil {
		found.stamp = disk.StampOf(info)
	}
	if err == nil && found.stamp.Size > int64(q.Limit) {
		found.file = found.file.wrong(fmt.Sprintf("is larger than %d MiB; raise the setting limits.fileSize", q.Limit>>20))
		return found
	}
	var text []byte
	if err == nil {
		text, err = q.FS.ReadFile(file)
	}
	if err == nil {
		found.file.State, err = state.Read(text)
	}
	switch {
	case disk.IsAbsent(err):
		found.file = found.file.wrong("is not there; write it with pulumi stack export --file")
		found.file.Absent = true
	case err != nil:
		found.file = found.file.wrong("cannot be read: " + err.Error())
	}
	return found
}

func (b *stateBook) copied() *stateBook {
	b.mu.Lock()
	defer b.mu.Unlock()
	next := &stateBook{path: b.path, given: maps.Clone(b.given), read: maps.Clone(b.read)}
	return next
}

// Without is what is known after some files changed; no paths mean all.
func (b *stateBook) Without(paths []string) *stateBook {
	next := b.copied()
	before := len(next.read)
	if len(paths) == 0 {
		clear(next.read)
	}
	for _, p := range paths {
		delete(next.read, disk.Clean(p))
	}
	if len(next.read) == before {
		return b
	}
	return next
}

// At is what is known after another path was selected for all stacks; an empty path leaves that to
// settings files. It may contain {stack} and {project}.
func (b *stateBook) At(path string) *stateBook {
	if path == b.path {
		return b
	}
	next := b.copied()
	next.path = path
	return next
}

// Given is what is known after an editor gave the state of the stack of the program in a directory,
// or took it back, with nil.
func (b *stateBook) Given(dir string, s *state.State) *stateBook {
	next := b.copied()
	delete(next.given, dir)
	if s != nil {
		next.given[dir] = &StateFile{State: s}
	}
	return next
}

// Changed are the files that are not as they were read.
func (b *stateBook) Changed(fsys disk.FS) []string {
	b.mu.Lock()
	read := maps.Clone(b.read)
	b.mu.Unlock()
	var found []string
	for file, known := range read {
		var now disk.Stamp
		if info, err := fsys.Stat(file); err == nil {
			now = disk.StampOf(info)
		}
		if now != known.stamp {
			found = append(found, file)
		}
	}
	return found
}

// Folders tells the folders and names of the files.
func (b *stateBook) Folders(note func(folder, name string)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for file := range b.read {
		note(path.Dir(file), path.Base(file))
	}
}
