package workspace

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file finds the programs that use others as components.

// EachProgram visits the programs below some directories, those of open documents, and
// the components that these use, each once. The error is that of the context.
func (s *Snapshot) EachProgram(ctx context.Context, roots []string, visit func(*analysis.Program)) error {
	dirs := lists.Map(s.Open(), dirOf)
	survey := s.Survey(roots...)
	for survey.Step() {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	dirs = append(dirs, survey.Dirs()...)
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
	if f := s.folder(dir); f != nil {
		return f.read().project
	}
	return stackfile.Project{}
}
