package workspace

import (
	"cmp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/statefile"
)

// This file tells which state belongs to which program.

// StateOf is the state of the stack of the program in a directory; nil if none is selected. It
// reads the file if nobody has yet.
func (s *Snapshot) StateOf(dir string) *statefile.File {
	f := s.folder(disk.Clean(dir))
	if f == nil {
		return nil
	}
	known := f.read()
	stack := cmp.Or(s.stack, known.settings.Stack)
	return s.states.Of(statefile.Question{
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
