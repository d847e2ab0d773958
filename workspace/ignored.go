package workspace

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/gitignore"
)

// This file leaves out of a search what git ignores: .gitignore files in a repository, and info/exclude
// in its .git directory. What was named, or what a program uses, is not searched for, so it counts anyway.

const ignoreFile = ".gitignore"

// ignoring is what the files of patterns in a directory and above say; nil outside of repositories.
// It is immutable.
type ignoring struct {
	above    *ignoring // in the same repository
	dir      string
	patterns gitignore.Patterns
}

// ignores reports whether git ignores something in a directory that it does not ignore.
func (g *ignoring) ignores(p string, isDir bool) bool {
	for ; g != nil; g = g.above {
		if ignored, decided := g.patterns.Decide(relativeTo(g.dir, p), isDir); decided {
			return ignored
		}
	}
	return false
}

func relativeTo(dir, p string) string {
	return strings.TrimPrefix(strings.TrimPrefix(p, strings.TrimSuffix(dir, "/")), "/")
}

// seeker lists directories for a search.
type seeker struct {
	fsys disk.FS
	all  bool // git counts for nothing
}

func (s *Snapshot) seeker() seeker { return seeker{s.fsys, s.session.searchAll} }

// searched is what a search sees of a directory.
type searched struct {
	entries  []fs.DirEntry // without ignored programs and directories
	ignoring *ignoring     // for what is in it
}

// listed lists a directory for a search. Above is what is known of the directories above.
func (s seeker) listed(dir string, above *ignoring) (searched, error) {
	entries, err := s.fsys.ReadDir(dir)
	if s.all {
		return searched{entries: entries}, err
	}
	l := searched{entries, above}
	has := func(name string) bool {
		return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
	}
	if has(gitDir) {
		l.ignoring = s.repositoryAt(dir)
	}
	if l.ignoring == nil {
		return l, err
	}
	if has(ignoreFile) {
		l.ignoring = s.withPatterns(l.ignoring, dir, path.Join(dir, ignoreFile))
	}
	isIgnored := func(e fs.DirEntry) bool {
		return (entered(e) || IsProgramFile(e.Name())) && l.ignoring.ignores(disk.Join(dir, e.Name()), e.IsDir())
	}
	if slices.ContainsFunc(entries, isIgnored) {
		l.entries = slices.DeleteFunc(slices.Clone(entries), isIgnored) // the file system keeps its list
	}
	return l, err
}

const gitDir = ".git"

// repositoryAt is what the top directory of a repository says. In a further work tree, .git is a file.
func (s seeker) repositoryAt(dir string) *ignoring {
	at := path.Join(dir, gitDir)
	if text, err := s.fsys.ReadFile(at); err == nil {
		at = absolute(dir, strings.TrimPrefix(strings.TrimSpace(string(text)), "gitdir: "))
		if common, err := s.fsys.ReadFile(path.Join(at, "commondir")); err == nil {
			at = absolute(at, strings.TrimSpace(string(common)))
		}
	}
	return s.withPatterns(&ignoring{dir: dir}, dir, path.Join(at, "info", "exclude"))
}

func absolute(dir, p string) string {
	if path.IsAbs(p) || len(p) > 1 && p[1] == ':' {
		return disk.Clean(p)
	}
	return path.Join(dir, p)
}

// withPatterns adds the patterns of a file, if it can be read.
func (s seeker) withPatterns(above *ignoring, dir, file string) *ignoring {
	text, err := s.fsys.ReadFile(file)
	if err != nil {
		return above
	}
	return &ignoring{above, dir, gitignore.Parse(string(text))}
}

// ignoringAbove is what the directories above the start of a search say. If they ignore the start, they
// say nothing, because it was named.
func (s seeker) ignoringAbove(start string) *ignoring {
	if s.all {
		return nil
	}
	var dirs []string // from the start to the top of the repository
	for dir := start; ; dir = path.Dir(dir) {
		if _, err := s.fsys.Stat(path.Join(dir, gitDir)); err == nil {
			if dir == start {
				return nil // and the list of the start has it
			}
			dirs = append(dirs, dir)
			break
		}
		if dir == path.Dir(dir) {
			return nil
		}
		dirs = append(dirs, dir)
	}
	top := dirs[len(dirs)-1]
	g := s.repositoryAt(top)
	for i := len(dirs) - 1; i > 0; i-- {
		g = s.withPatterns(g, dirs[i], path.Join(dirs[i], ignoreFile))
		if g.ignores(dirs[i-1], true) {
			g = &ignoring{dir: top}
		}
	}
	return g
}

// Searches reports whether a search at a directory enters another one, as far as git is concerned.
func (s *Snapshot) Searches(start, dir string) bool {
	seek := s.seeker()
	g := seek.ignoringAbove(start)
	at := start
	for _, name := range strings.FieldsFunc(relativeTo(start, dir), func(r rune) bool { return r == '/' }) {
		l, err := seek.listed(at, g)
		if err != nil || !slices.ContainsFunc(l.entries, func(e fs.DirEntry) bool { return e.Name() == name }) {
			return false
		}
		at, g = disk.Join(at, name), l.ignoring
	}
	return true
}
