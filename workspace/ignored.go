package workspace

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file leaves out of a search what git ignores: .gitignore files in a repository, and info/exclude
// in its .git directory. What was named, or what a program uses, is not searched for, so it counts anyway.

const ignoreFile = ".gitignore"

// ignoring is what the files of patterns in a directory and above say; nil outside of repositories.
// It is immutable.
type ignoring struct {
	above    *ignoring // in the same repository
	dir      string
	patterns ignorePatterns
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

// dirLister lists directories for a search.
type dirLister struct {
	fsys disk.FS
	all  bool // git counts for nothing
}

func (s *Snapshot) dirLister() dirLister { return dirLister{s.fsys, s.session.options.SearchIgnored} }

type listedDir struct {
	entries  []fs.DirEntry // without ignored programs and directories
	ignoring *ignoring     // for what is in it
}

// listed lists a directory for a search. Above is what is known of the directories above.
func (s dirLister) listed(dir string, above *ignoring) (listedDir, error) {
	entries, err := s.fsys.ReadDir(dir)
	if s.all {
		return listedDir{entries: entries}, err
	}
	l := listedDir{entries, above}
	at := func(name string) int {
		return slices.IndexFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
	}
	if i := at(gitDir); i >= 0 {
		l.ignoring = s.repositoryAt(dir, entries[i].IsDir())
	}
	if l.ignoring == nil {
		return l, err
	}
	if at(ignoreFile) >= 0 {
		l.ignoring = s.withPatterns(l.ignoring, dir, path.Join(dir, ignoreFile))
	}
	isIgnored := func(e fs.DirEntry) bool {
		return (entered(e) || IsProgramFile(e.Name()) || IsMarkdown(e.Name())) && l.ignoring.ignores(disk.Join(dir, e.Name()), e.IsDir())
	}
	if slices.ContainsFunc(entries, isIgnored) {
		l.entries = slices.DeleteFunc(slices.Clone(entries), isIgnored) // the file system keeps its list
	}
	return l, err
}

const gitDir = ".git"

// repositoryAt is what the top directory of a repository says. In a further work tree, .git is a file and
// no directory.
func (s dirLister) repositoryAt(dir string, isDir bool) *ignoring {
	at := path.Join(dir, gitDir)
	if isDir {
		return s.withPatterns(&ignoring{dir: dir}, dir, path.Join(at, "info", "exclude"))
	}
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
func (s dirLister) withPatterns(above *ignoring, dir, file string) *ignoring {
	text, err := s.fsys.ReadFile(file)
	if err != nil {
		return above
	}
	return &ignoring{above, dir, parseIgnored(string(text))}
}

// ignoringAbove is what the directories above the start of a search say. If they ignore the start, they
// say nothing, because it was named.
func (s dirLister) ignoringAbove(start string) *ignoring {
	if s.all {
		return nil
	}
	var dirs []string // from the start to the top of the repository
	var g *ignoring
	for dir := start; ; dir = path.Dir(dir) {
		if info, err := s.fsys.Stat(path.Join(dir, gitDir)); err == nil {
			if dir == start {
				return nil // and the list of the start has it
			}
			dirs, g = append(dirs, dir), s.repositoryAt(dir, info.IsDir())
			break
		}
		if dir == path.Dir(dir) {
			return nil
		}
		dirs = append(dirs, dir)
	}
	top := dirs[len(dirs)-1]
	for i := len(dirs) - 1; i > 0; i-- {
		g = s.withPatterns(g, dirs[i], path.Join(dirs[i], ignoreFile))
		if g.ignores(dirs[i-1], true) {
			g = &ignoring{dir: top}
		}
	}
	return g
}

// SearchReach returns a function that reports whether a search at a directory enters another one at or
// below it, as far as git is concerned. It looks at each directory once, and one goroutine uses it.
func (s *Snapshot) SearchReach(start string) func(dir string) bool {
	type place struct {
		ignoring *ignoring
		left     bool // the search does not enter it
	}
	lister := s.dirLister()
	known := map[string]place{start: {ignoring: lister.within(start, lister.ignoringAbove(start))}}
	var at func(dir string) place
	at = func(dir string) place {
		p, is := known[dir]
		if is || dir == path.Dir(dir) {
			return p
		}
		above := at(path.Dir(dir))
		if p.left = above.left || above.ignoring.ignores(dir, true); !p.left {
			p.ignoring = lister.within(dir, above.ignoring)
		}
		known[dir] = p
		return p
	}
	return func(dir string) bool { return !at(dir).left }
}

// within is what is known inside a directory that is not listed.
func (s dirLister) within(dir string, above *ignoring) *ignoring {
	if s.all {
		return nil
	}
	if info, err := s.fsys.Stat(path.Join(dir, gitDir)); err == nil {
		above = s.repositoryAt(dir, info.IsDir())
	}
	if above == nil {
		return nil
	}
	return s.withPatterns(above, dir, path.Join(dir, ignoreFile))
}

// Why patterns on top of doublestar, which also matches the patterns of settings: the package of go-git brings
// fifteen modules along, and go-gitignore (sabhiram) translates to regular expressions and differs from git. What is
// left is to take a line apart. A test compares the verdicts with those of git.

// ignorePatterns are the patterns of one file, in order. The zero value has none.
type ignorePatterns struct{ list []ignorePattern }

// ignorePattern is one line.
type ignorePattern struct {
	glob     string
	inPath   bool // it is about the whole path, not just the last name
	isName   bool // it has no special characters
	negated  bool // what matches is not ignored
	dirsOnly bool
}

const (
	mostIgnoreText = 1 << 20 // the size of a text of which more is not read
	mostIgnoreLine = 1000    // the length of a line above which it is no pattern
)

// parseIgnored reads patterns. What git would not understand matches nothing.
func parseIgnored(text string) ignorePatterns {
	var p ignorePatterns
	text = strings.TrimPrefix(text[:min(len(text), mostIgnoreText)], "\ufeff")
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if one, ok := parseLine(line); ok {
			p.list = append(p.list, one)
		}
	}
	return p
}

func parseLine(line string) (p ignorePattern, ok bool) {
	if line = withoutBlanks(line); line == "" || line[0] == '#' || len(line) > mostIgnoreLine {
		return p, false
	}
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirsOnly = strings.CutSuffix(line, "/")
	p.inPath = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	names := strings.Split(line, "/")
	for i, name := range names {
		if name == "" {
			return p, false // nothing has such a path
		}
		if len(name) > 1 && strings.Trim(name, "*") == "" {
			names[i] = "**"
		} else {
			names[i] = escapedName(name)
		}
	}
	if last := len(names) - 1; p.inPath && names[last] == "**" {
		names = append(names, "*") // and not the directory itself
	}
	p.isName, p.glob = !strings.ContainsAny(line, `*?[\`), strings.Join(names, "/")
	if p.isName {
		p.glob = line
	}
	return p, true
}

// withoutBlanks removes blanks at the end of a line, except for those after a backslash.
func withoutBlanks(line string) string {
	bare := strings.TrimRight(line, " ")
	if escapes := len(bare) - len(strings.TrimRight(bare, `\`)); escapes%2 == 1 && len(bare) < len(line) {
		return bare + " "
	}
	return bare
}

// escapedName escapes braces, which are no special characters for git, removes stars after stars, and keeps
// negated classes from matching a slash.
func escapedName(name string) string {
	var b strings.Builder
	afterStar := false
	for i := 0; i < len(name); i++ {
		c := name[i]
		isStar := c == '*'
		switch {
		case c == '\\' && i+1 < len(name):
			i++
			b.WriteString(name[i-1 : i+1])
		case c == '{' || c == '}':
			b.WriteString("\\" + name[i:i+1])
		case c == '[' && i+1 < len(name) && (name[i+1] == '!' || name[i+1] == '^'):
			i++
			b.WriteString("[^/")
		case !isStar || !afterStar:
			b.WriteByte(c)
		}
		afterStar = isStar
	}
	return b.String()
}

// Decide reports whether the patterns ignore a relative path. Decided is false if no pattern matches it;
// what is ignored with a directory above is not looked at.
func (p ignorePatterns) Decide(relative string, isDir bool) (ignored, decided bool) {
	name := path.Base(relative)
	for i := len(p.list) - 1; i >= 0; i-- { // the last one wins
		if one := &p.list[i]; (isDir || !one.dirsOnly) && one.matches(relative, name) {
			return !one.negated, true
		}
	}
	return false, false
}

func (p *ignorePattern) matches(relative, name string) bool {
	if !p.inPath {
		relative = name
	}
	if p.isName {
		return p.glob == relative
	}
	return doublestar.MatchUnvalidated(p.glob, relative)
}
