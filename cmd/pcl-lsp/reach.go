package main

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file decides which files a command may write: those that the user has named. A
// repository can contain links to any file of the user, so commands do not write through
// links.

// reach is the set of files that may be written.
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
	roots, err := in.paths(env, snapshot)
	if err != nil {
		return reach{}, err
	}
	r := reach{roots: roots, searches: searchReach(snapshot)}
	named := roots
	if slices.ContainsFunc(in.args, func(arg string) bool { return isPattern(env, arg) }) {
		base := func(pattern string) ([]string, error) { return env.paths([]string{patternBase(pattern)}) }
		if named, err = in.each(env, base); err != nil {
			return reach{}, err
		}
	}
	r.real = append(r.real, lists.Map(named, followed)...)
	return r, nil
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
