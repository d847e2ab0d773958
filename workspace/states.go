package workspace

import (
	"cmp"
	"context"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file tells which programs use others as components, how programs are run, and which state belongs to which.

// StateOf is the state of the stack of the program in a directory; nil if none is selected. It
// reads the file if nobody has yet.
func (s *Snapshot) StateOf(dir string) *StateFile {
	f := s.folder(disk.Clean(dir))
	if f == nil {
		return nil
	}
	known := f.read()
	stack := cmp.Or(s.stack, known.settings.Stack)
	return s.states.Of(stateQuestion{
		Dir: f.dir, Stack: stack[strings.LastIndexByte(stack, '/')+1:], Project: known.project.Name,
		Path: known.settings.State, FS: s.fsys, Limit: s.StateLimit(),
	})
}

// StateLimit is how many bytes a state may have: as many as the files of a program together.
func (s *Snapshot) StateLimit() int { return s.limit.Times(mostLimits).Bytes }

// StatesVersion is equal in snapshots between which no state changed.
func (s *Snapshot) StatesVersion() any { return s.states }

// Roots are the programs with which a program runs: itself, or those that use it as a component, as
// far as [Snapshot.CallersOf] knows them.
func (s *Snapshot) Roots(p *analysis.Program) []*analysis.Program {
	var roots []*analysis.Program
	seen := map[string]bool{p.Dir: true}
	for queue := []*analysis.Program{p}; len(queue) > 0; queue = queue[1:] {
		callers := s.CallersOf(queue[0].Dir)
		if s.Runs(queue[0].Dir) || len(callers) == 0 {
			if !s.IsPart(queue[0].Dir) {
				roots = append(roots, queue[0])
			}
			continue
		}
		for _, caller := range callers {
			if !seen[caller.Dir] {
				seen[caller.Dir] = true
				queue = append(queue, caller)
			}
		}
	}
	return roots
}

// EachProgram visits the programs below some directories, those of open documents, and
// the components that these use, each once. The error is that of the context.
func (s *Snapshot) EachProgram(ctx context.Context, roots []string, visit func(*analysis.Program)) error {
	dirs := lists.Map(s.Open(), dirOf)
	search := s.SearchInSteps(roots...)
	for search.Step() {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	dirs = append(dirs, search.Dirs()...)
	seen := map[string]bool{}
	for len(dirs) > 0 {
		dir := dirs[0]
		dirs = dirs[1:]
		if seen[dir] {
			continue
		}
		seen[dir] = true
		if err := ctx.Err(); err != nil {
			return err
		}
		if p := s.ProgramIn(dir); p != nil && len(p.Files) > 0 {
			visit(p)
			dirs = append(dirs, p.ComponentDirs()...)
		}
	}
	return nil
}

// Runs reports whether the program of a directory is the one that its project runs.
func (s *Snapshot) Runs(dir string) bool {
	p := s.projectOf(dir)
	return p.Path != "" && p.ProgramDir() == dir
}

// IsPart reports whether the program of a directory belongs to a project that runs another
// program, so that only components run it.
func (s *Snapshot) IsPart(dir string) bool {
	p := s.projectOf(dir)
	return p.Path != "" && p.ProgramDir() != dir
}

// projectOf returns the project of the program in a directory, which was found when the program was read.
func (s *Snapshot) projectOf(dir string) stackfile.Project {
	return s.state(dir).project
}
