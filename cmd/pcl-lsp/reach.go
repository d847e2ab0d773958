package main

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file says which files a command may write: those that the user has named. A
// repository can hold a link to any file of the user; nothing is written through it.

// reach is what may be written.
type reach struct {
	stdin string   // what standard input stands for, which alone is changed then; empty if it is not read
	roots []string // what was named, patterns replaced by what they find
	real  []string // where that is when all links are followed; of a pattern, the folder in which it begins
}

// reach is what may be written when these are the arguments.
func (in input) reach(env environment, snapshot *workspace.Snapshot) (reach, error) {
	if in.stdin != nil {
		return reach{stdin: in.stdin.Path}, nil
	}
	roots, err := in.paths(env, snapshot)
	if err != nil {
		return reach{}, err
	}
	r := reach{roots: roots}
	named := roots
	if slices.ContainsFunc(in.args, func(arg string) bool { return isPattern(env, arg) }) {
		if named, err = in.named(env); err != nil {
			return reach{}, err
		}
	}
	for _, p := range named {
		r.real = append(r.real, followed(p))
	}
	return r, nil
}

// named are what the arguments name, and the folders in which patterns begin.
func (in input) named(env environment) ([]string, error) {
	var all []string
	for _, arg := range in.args {
		if isPattern(env, arg) {
			arg = patternBase(arg)
		}
		p, err := workspace.PathOf(env.dir, arg)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// mayChange says of a path whether its file may be changed: it is what standard input
// stands for, or at or below what was named, and not in a directory that is not searched.
// Components that are elsewhere are checked and belong to others.
func (r reach) mayChange(p string) bool {
	return r.stdin != "" && p == r.stdin || r.names(p) && r.leadsTo(p) == ""
}

// names reports whether a path is at or below what was named.
func (r reach) names(p string) bool {
	return slices.ContainsFunc(r.roots, func(root string) bool {
		rest, below := strings.CutPrefix(p, strings.TrimSuffix(root, "/")+"/")
		return p == root || below && searchedBelow(path.Dir(rest))
	})
}

// leadsTo is where a path that was named leads, if that is not what was named; empty
// otherwise, and if it leads nowhere.
func (r reach) leadsTo(p string) string {
	real, err := disk.Machine{}.RealPath(p)
	if err != nil || slices.ContainsFunc(r.real, func(root string) bool {
		return real == root || strings.HasPrefix(real, strings.TrimSuffix(root, "/")+"/")
	}) {
		return ""
	}
	return real
}

// tellLinks tells of files that are left alone since links lead to them.
func (a *app) tellLinks(r reach, files []string) {
	for _, p := range files {
		if !r.names(p) {
			continue
		}
		if real := r.leadsTo(p); real != "" {
			fmt.Fprintf(a.stderr, "pcl-lsp: %s is left alone: it leads to %s, which is not at or below what was named\n", a.env.relative(p), filepath.FromSlash(real))
		}
	}
}

// followed is where a path leads; the path itself if nowhere.
func followed(p string) string {
	if real, err := (disk.Machine{}).RealPath(p); err == nil {
		return real
	}
	return p
}

// searchedBelow reports whether a search goes into a directory, which is given relative to
// where it begins.
func searchedBelow(dir string) bool {
	return dir == "." || !slices.ContainsFunc(strings.Split(dir, "/"), func(name string) bool {
		return strings.HasPrefix(name, ".") || name == "node_modules"
	})
}
