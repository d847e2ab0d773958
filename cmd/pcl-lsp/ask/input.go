package ask

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file finds the files that arguments name: paths, patterns and standard input, and says which of them may be
// written.

// Input is what the arguments of a command name.
type Input struct {
	Dir   Dir
	Args  []string
	Stdin *workspace.Open // standard input; nil if not read
}

// Search lists where the programs are that the arguments name.
func (in Input) Search(session *workspace.Session) (*workspace.Snapshot, *workspace.Search, error) {
	if in.Stdin != nil {
		return in.Program(session)
	}
	snapshot := session.Snapshot()
	paths, _, err := in.named(snapshot)
	if err != nil {
		return nil, nil, err
	}
	search, err := snapshot.Search(paths...)
	if err != nil {
		return nil, nil, in.Dir.Named(err, paths)
	}
	return snapshot, search, nil
}

// Discover finds the programs that the arguments name, and keeps all of them.
func (in Input) Discover(session *workspace.Session) (*workspace.Snapshot, *workspace.Discovery, error) {
	snapshot, search, err := in.Search(session)
	if err != nil {
		return nil, nil, err
	}
	search.ReadAll()
	found, err := in.Found(search)
	return snapshot, found, err
}

// Found is what a search found, after all places were read.
func (in Input) Found(search *workspace.Search) (*workspace.Discovery, error) {
	found, err := search.Found()
	if err != nil {
		return nil, in.Dir.Named(err, search.Roots())
	}
	return found, nil
}

// Program returns the program of the file that standard input stands for.
func (in Input) Program(session *workspace.Session) (*workspace.Snapshot, *workspace.Search, error) {
	snapshot := session.Apply(*in.Stdin)
	if snapshot.Program(in.Stdin.Path) == nil {
		return nil, nil, fmt.Errorf("standard input for %s does not look like PCL; if it is, put a Pulumi.yaml with `runtime: pcl` next to the file", in.Dir.Relative(in.Stdin.Path))
	}
	return snapshot, snapshot.SearchOpen(in.Stdin.Path), nil
}

// named returns the paths that the arguments name, with patterns expanded, and the folders in which patterns start in place
// of what they match.
func (in Input) named(snapshot *workspace.Snapshot) (paths, starts []string, err error) {
	if len(in.Args) == 0 {
		paths, err = in.Dir.Paths(nil)
		return paths, paths, err
	}
	for _, arg := range in.Args {
		var found []string
		start := arg
		if in.Dir.IsPattern(arg) {
			start = patternBase(arg)
			if found, err = in.Dir.matching(snapshot, arg); err != nil {
				return nil, nil, err
			}
		}
		begins, err := in.Dir.Paths([]string{start})
		if err != nil {
			return nil, nil, err
		}
		if start == arg {
			found = begins
		}
		paths, starts = append(paths, found...), append(starts, begins...)
	}
	return paths, starts, nil
}

// IsPattern reports whether an argument is a pattern, and not the name of a file with
// such characters.
func (d Dir) IsPattern(arg string) bool {
	if !strings.ContainsAny(arg, "*?[{") {
		return false
	}
	p, err := workspace.PathOf(string(d), arg)
	if err != nil {
		return false
	}
	_, err = os.Lstat(filepath.FromSlash(p))
	return err != nil
}

// matching returns the program files that a pattern matches, and the folders with programs.
func (d Dir) matching(snapshot *workspace.Snapshot, pattern string) ([]string, error) {
	_, rest := doublestar.SplitPattern(filepath.ToSlash(pattern))
	start, err := workspace.PathOf(string(d), patternBase(pattern))
	if err != nil {
		return nil, err
	}
	names, err := doublestar.Glob(searched{os.DirFS(filepath.FromSlash(start)), pattern}, rest, doublestar.WithNoHidden(), doublestar.WithNoFollow())
	if err != nil {
		return nil, fmt.Errorf("%s is not a valid pattern: %w", pattern, err)
	}
	var paths []string
	for _, name := range names {
		p := path.Join(start, name)
		if info, err := os.Stat(filepath.FromSlash(p)); err != nil || !info.IsDir() && !workspace.IsProgramFile(p) {
			continue
		}
		if _, err := snapshot.Discover(p); !errors.As(err, new(*workspace.NotPCL)) {
			paths = append(paths, p)
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s matches no PCL file and no folder with one", pattern)
	}
	return paths, nil
}

func patternBase(pattern string) string {
	base, _ := doublestar.SplitPattern(filepath.ToSlash(pattern))
	return filepath.FromSlash(base)
}

// searched is a file system that hides node_modules, unless the pattern names them.
type searched struct {
	fs.FS
	pattern string
}

// ReadDir lists a directory.
func (s searched) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.FS, name)
	if !strings.Contains(s.pattern, "node_modules") {
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "node_modules" })
	}
	return entries, err
}

// Reach is the set of files that a command may write: those that the user has named.
//
// Why: a repository can contain links to any file of the user, so commands do not write through links.
type Reach struct {
	stdin string   // the file that standard input stands for, which is then the only one; or empty
	roots []string // the named paths, with patterns expanded
	// searches reports whether the search at a named path enters a directory.
	searches func(root, dir string) bool
	real     []string // the roots with links resolved; for a pattern, the folder in which it starts
}

// Reach returns the files that may be written for these arguments.
func (in Input) Reach(snapshot *workspace.Snapshot) (Reach, error) {
	if in.Stdin != nil {
		return Reach{stdin: in.Stdin.Path}, nil
	}
	roots, starts, err := in.named(snapshot)
	if err != nil {
		return Reach{}, err
	}
	return Reach{roots: roots, searches: searchReach(snapshot), real: lists.Map(starts, followed)}, nil
}

// searchReach reports whether the search at a path enters a directory. It is safe for concurrent use.
func searchReach(snapshot *workspace.Snapshot) func(root, dir string) bool {
	var mu sync.Mutex
	known := map[string]func(dir string) bool{}
	return func(root, dir string) bool {
		mu.Lock()
		defer mu.Unlock()
		if known[root] == nil {
			known[root] = snapshot.SearchReach(root)
		}
		return known[root](dir)
	}
}

// MayChange reports whether a file may be changed: it is the file that standard input
// stands for, or it is at or below a named path and in a searched directory. Components
// elsewhere are checked but never changed.
func (r Reach) MayChange(p string) bool {
	return r.stdin != "" && p == r.stdin || r.Names(p) && r.LeadsTo(p) == ""
}

// Names reports whether a path is at or below a named path.
func (r Reach) Names(p string) bool {
	return slices.ContainsFunc(r.roots, func(root string) bool {
		rest, below := strings.CutPrefix(p, strings.TrimSuffix(root, "/")+"/")
		return p == root || below && searchedBelow(path.Dir(rest)) && r.searches(root, path.Dir(p))
	})
}

// LeadsTo returns the target of a path that leads out of the named paths; empty for other
// paths and for broken links.
func (r Reach) LeadsTo(p string) string {
	real, err := disk.Machine{}.RealPath(p)
	if err != nil || slices.ContainsFunc(r.real, func(root string) bool { return disk.Inside(real, root) }) {
		return ""
	}
	return real
}

// followed resolves links in a path. It returns broken links as they are.
func followed(p string) string {
	if real, err := (disk.Machine{}).RealPath(p); err == nil {
		return real
	}
	return p
}

// searchedBelow reports whether a search descends into a directory, given relative to its
// start.
func searchedBelow(dir string) bool {
	return dir == "." || !slices.ContainsFunc(strings.Split(dir, "/"), func(name string) bool {
		return strings.HasPrefix(name, ".") || name == "node_modules"
	})
}
