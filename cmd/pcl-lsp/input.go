package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements the arguments of check, fmt and docs: paths, patterns and standard input, and which
// of the files may be written.

type inputFlags struct {
	stdinFilename string
	noGitignore   bool
}

func (f *inputFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.stdinFilename, "stdin-filename", "", "with the path -, the `PATH` of the file that standard input stands for")
	cmd.Flags().BoolVar(&f.noGitignore, "no-gitignore", false, "also search what git ignores for programs")
}

type input struct {
	args  []string
	stdin *workspace.Open // standard input; nil if not read
}

// read reads standard input if the arguments say so.
func (f *inputFlags) read(a *app, args []string) (input, error) {
	in := input{args: args}
	if !slices.Contains(args, "-") {
		if f.stdinFilename != "" {
			return in, errors.New("--stdin-filename works only with the path -, which reads standard input")
		}
		return in, nil
	}
	if len(args) > 1 {
		return in, errors.New("- is standard input and cannot be used with other paths")
	}
	if f.stdinFilename == "" {
		return in, errors.New("- needs --stdin-filename PATH")
	}
	name, err := workspace.PathOf(a.env.dir, f.stdinFilename)
	if err != nil {
		return in, err
	}
	if !workspace.IsProgramFile(name) {
		return in, fmt.Errorf("--stdin-filename %s is not a .pp or .pcl file", f.stdinFilename)
	}
	text, err := a.readStdin()
	if err != nil {
		return in, err
	}
	in.stdin = &workspace.Open{Path: name, Text: string(text)}
	return in, nil
}

func (a *app) readStdin() ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(a.stdin, disk.MaxFile+1))
	if err == nil && len(text) > disk.MaxFile {
		err = fmt.Errorf("it is larger than %d MiB", disk.MaxFile>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read standard input: %w", err)
	}
	return text, nil
}

// search lists where the programs are that the arguments name.
func (in input) search(env environment, session *workspace.Session) (*workspace.Snapshot, *workspace.Search, error) {
	if in.stdin != nil {
		return in.program(env, session)
	}
	snapshot := session.Snapshot()
	paths, _, err := in.named(env, snapshot)
	if err != nil {
		return nil, nil, err
	}
	search, err := snapshot.Search(paths...)
	if err != nil {
		return nil, nil, env.named(err, paths)
	}
	return snapshot, search, nil
}

// discover finds the programs that the arguments name, and keeps all of them.
func (in input) discover(env environment, session *workspace.Session) (*workspace.Snapshot, *workspace.Discovery, error) {
	snapshot, search, err := in.search(env, session)
	if err != nil {
		return nil, nil, err
	}
	search.ReadAll()
	found, err := in.found(env, search)
	return snapshot, found, err
}

// found is what a search found, after all places were read.
func (in input) found(env environment, search *workspace.Search) (*workspace.Discovery, error) {
	found, err := search.Found()
	if err != nil {
		return nil, env.named(err, search.Roots())
	}
	return found, nil
}

// program returns the program of the file that standard input stands for.
func (in input) program(env environment, session *workspace.Session) (*workspace.Snapshot, *workspace.Search, error) {
	snapshot := session.Apply(*in.stdin)
	if snapshot.Program(in.stdin.Path) == nil {
		return nil, nil, fmt.Errorf("standard input for %s does not look like PCL; if it is, put a Pulumi.yaml with `runtime: pcl` next to the file", env.relative(in.stdin.Path))
	}
	return snapshot, snapshot.SearchOpen(in.stdin.Path), nil
}

// named returns the paths that the arguments name, with patterns expanded, and the folders in which patterns start in place
// of what they match.
func (in input) named(env environment, snapshot *workspace.Snapshot) (paths, starts []string, err error) {
	if len(in.args) == 0 {
		paths, err = env.paths(nil)
		return paths, paths, err
	}
	for _, arg := range in.args {
		var found []string
		start := arg
		if isPattern(env, arg) {
			start = patternBase(arg)
			if found, err = matching(env, snapshot, arg); err != nil {
				return nil, nil, err
			}
		}
		begins, err := env.paths([]string{start})
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

// isPattern reports whether an argument is a pattern, and not the name of a file with
// such characters.
func isPattern(env environment, arg string) bool {
	if !strings.ContainsAny(arg, "*?[{") {
		return false
	}
	p, err := workspace.PathOf(env.dir, arg)
	if err != nil {
		return false
	}
	_, err = os.Lstat(filepath.FromSlash(p))
	return err != nil
}

// matching returns the program files that a pattern matches, and the folders with programs.
func matching(env environment, snapshot *workspace.Snapshot, pattern string) ([]string, error) {
	_, rest := doublestar.SplitPattern(filepath.ToSlash(pattern))
	start, err := workspace.PathOf(env.dir, patternBase(pattern))
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

// reach is the set of files that a command may write: those that the user has named.
//
// Why: a repository can contain links to any file of the user, so commands do not write through links.
type reach struct {
	stdin string   // the file that standard input stands for, which is then the only one; or empty
	roots []string // the named paths, with patterns expanded
	// searches reports whether the search at a named path enters a directory.
	searches func(root, dir string) bool
	real     []string // the roots with links resolved; for a pattern, the folder in which it starts
}

// reach returns the files that may be written for these arguments.
func (in input) reach(env environment, snapshot *workspace.Snapshot) (reach, error) {
	if in.stdin != nil {
		return reach{stdin: in.stdin.Path}, nil
	}
	roots, starts, err := in.named(env, snapshot)
	if err != nil {
		return reach{}, err
	}
	return reach{roots: roots, searches: searchReach(snapshot), real: lists.Map(starts, followed)}, nil
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

// mayChange reports whether a file may be changed: it is the file that standard input
// stands for, or it is at or below a named path and in a searched directory. Components
// elsewhere are checked but never changed.
func (r reach) mayChange(p string) bool {
	return r.stdin != "" && p == r.stdin || r.names(p) && r.leadsTo(p) == ""
}

// names reports whether a path is at or below a named path.
func (r reach) names(p string) bool {
	return slices.ContainsFunc(r.roots, func(root string) bool {
		rest, below := strings.CutPrefix(p, strings.TrimSuffix(root, "/")+"/")
		return p == root || below && searchedBelow(path.Dir(rest)) && r.searches(root, path.Dir(p))
	})
}

// leadsTo returns the target of a path that leads out of the named paths; empty for other
// paths and for broken links.
func (r reach) leadsTo(p string) string {
	real, err := disk.Machine{}.RealPath(p)
	if err != nil || slices.ContainsFunc(r.real, func(root string) bool { return disk.Inside(real, root) }) {
		return ""
	}
	return real
}

// noteLinks prints the files that are skipped because they lead out of the named paths.
func (a *app) noteLinks(r reach, files []string) {
	for _, p := range files {
		if !r.names(p) {
			continue
		}
		if real := r.leadsTo(p); real != "" {
			fmt.Fprintf(a.stderr, "pcl-lsp: %s is skipped: it is a link to %s, which is outside the given paths\n", a.env.relative(p), filepath.FromSlash(real))
		}
	}
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
