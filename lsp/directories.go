// This file searches the workspace for programs.

package lsp

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

func (v *view) openPrograms() (all []*analysis.Program) {
	for _, name := range v.Snapshot.Open() {
		if p := v.Snapshot.Program(name); p != nil && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// programs returns the programs of open documents, and a function that returns the others in the workspace and the components that they all use.
func (v *view) programs(ctx context.Context) (open []*analysis.Program, rest func() []*analysis.Program, err error) {
	seen := map[string]bool{}
	var components []string
	take := func(list []*analysis.Program, p *analysis.Program) []*analysis.Program {
		if p == nil || seen[p.Dir] {
			return list
		}
		seen[p.Dir] = true
		components = append(components, p.ComponentDirs()...)
		return append(list, p)
	}
	for _, p := range v.openPrograms() {
		open = take(open, p)
	}
	rest = func() (others []*analysis.Program) {
		for dir := range v.findings.Directories(ctx, v.Snapshot) {
			others = take(others, v.Snapshot.ProgramIn(dir))
		}
		for len(components) > 0 && ctx.Err() == nil {
			next := components[0]
			components = components[1:]
			others = take(others, v.Snapshot.ProgramIn(next))
		}
		return others
	}
	return open, rest, ctx.Err()
}

// usersOf returns the programs of the workspace that use a directory as a component.
func (v *view) usersOf(ctx context.Context, dir string) ([]*analysis.Program, error) {
	return v.programsThat(ctx, func(p *analysis.Program) bool { return slices.Contains(p.ComponentDirs(), dir) })
}

// usersByDirectory returns a function that returns the users of a directory, and the programs that may use it in a file that is not parsed. It looks
// at the workspace once: a chain of components asks about each of them.
func (v *view) usersByDirectory() func(ctx context.Context, dir string) ([]*analysis.Program, error) {
	var look sync.Once
	var unsure []*analysis.Program
	var failed error
	users := map[string][]*analysis.Program{}
	return func(ctx context.Context, dir string) ([]*analysis.Program, error) {
		look.Do(func() {
			var all []*analysis.Program
			all, failed = v.programsThat(ctx, func(*analysis.Program) bool { return true })
			for _, p := range all {
				if p.Unparsed() != nil {
					unsure = append(unsure, p)
					continue
				}
				for _, used := range p.ComponentDirs() {
					users[used] = append(users[used], p)
				}
			}
		})
		return slices.Concat(users[dir], unsure), failed
	}
}

func (v *view) programsThat(ctx context.Context, fit func(*analysis.Program) bool) ([]*analysis.Program, error) {
	open, rest, err := v.programs(ctx)
	if err != nil {
		return nil, err
	}
	found := slices.DeleteFunc(append(open, rest()...), func(p *analysis.Program) bool { return !fit(p) })
	return found, ctx.Err()
}

// containerOf names the directory of a program for users: its path from the folder of the workspace.
func (v *view) containerOf(dir string) *string {
	if folder, ok := v.findings.FolderOf(dir); ok {
		return new(path.Join(path.Base(folder+"/"), strings.TrimPrefix(dir, folder)))
	}
	return new(path.Base(dir))
}
