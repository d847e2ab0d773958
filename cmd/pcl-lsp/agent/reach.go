package agent

//lint:file-ignore SA1019 clients name their roots so in every version of the protocol until it has something else

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file decides what a call may read.

// reach is what a call may read.
type reach struct {
	roots []string // as they were named
	real  []string // without links
}

var errNoRoots = errors.New("no root, so nothing may be read: start the server with --root DIR, name roots in the client, or open a folder in the editor that the server joins")

func newReach(roots []string) (reach, error) {
	r := reach{}
	for _, root := range roots {
		p, err := workspace.PathOf("", root)
		if err != nil {
			return reach{}, fmt.Errorf("root %s: %w", root, err)
		}
		real, err := disk.Machine{}.RealPath(p)
		if err != nil {
			return reach{}, fmt.Errorf("root %s cannot be read: %w", root, disk.WithoutPath(err))
		}
		if info, err := os.Stat(filepath.FromSlash(real)); err != nil || !info.IsDir() {
			return reach{}, fmt.Errorf("root %s is no directory", root)
		}
		r.roots, r.real = append(r.roots, p), append(r.real, real)
	}
	if len(r.roots) == 0 {
		return reach{}, errNoRoots
	}
	return r, nil
}

// askedRoots is the name of the question to the client for its roots.
const askedRoots = "roots"

// reachOf returns what a call may read: the roots of the user or the editor, or those of the client. If the client has not said yet what its roots are, the question to it is returned.
//
// Why each call asks: the answer is always current, and nothing is kept that belongs to one client.
func reachOf(o Options, capabilities *mcp.ClientCapabilities, answers mcp.InputResponseMap) (r reach, question mcp.InputRequestMap, err error) {
	if given, ok := o.fixedRoots(); ok {
		r, err = newReach(given)
		return r, nil, err
	}
	if answer, ok := answers[askedRoots].(*mcp.ListRootsResult); ok {
		roots, err := rootsOf(answer)
		if err == nil {
			r, err = newReach(roots)
		}
		return r, nil, err
	}
	if capabilities == nil || capabilities.RootsV2 == nil {
		return reach{}, nil, errNoRoots
	}
	return reach{}, mcp.InputRequestMap{askedRoots: &mcp.ListRootsParams{}}, nil
}

func rootsOf(named *mcp.ListRootsResult) ([]string, error) {
	var roots []string
	for _, root := range named.Roots {
		u, err := url.Parse(root.URI)
		if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.Path == "" {
			return nil, fmt.Errorf("root %q is no directory of this machine; name it as file:///DIR", root.URI)
		}
		p := u.Path
		if len(p) > 2 && p[2] == ':' { // file:///C:/dir
			p = p[1:]
		}
		roots = append(roots, p)
	}
	return roots, nil
}

const longestPath = 4096

// path returns the path that an argument names. It need not exist, but its links must not lead out of the roots.
func (r reach) path(written string) (string, error) {
	switch {
	case written == "":
		return "", errors.New("a path is empty; name a file or directory")
	case len(written) > longestPath || strings.ContainsRune(written, 0):
		return "", fmt.Errorf("a path is not valid: it is longer than %d bytes or has a NUL", longestPath)
	}
	chosen := ""
	for _, root := range r.roots { // the first in which it exists, or the first
		p, err := workspace.PathOf(root, written)
		if err != nil {
			return "", err
		}
		if _, err := os.Lstat(filepath.FromSlash(p)); err == nil {
			return p, r.allowed(p, written)
		}
		chosen = cmp.Or(chosen, p)
	}
	if chosen == "" {
		return "", errNoRoots
	}
	return chosen, r.allowed(chosen, written)
}

// allowed refuses a path that is not at or below a root, or leads elsewhere through links.
func (r reach) allowed(p, written string) error {
	isOutside := func(p string) bool {
		return !slices.ContainsFunc(r.real, func(root string) bool { return disk.Inside(p, root) })
	}
	named := !slices.ContainsFunc(r.roots, func(root string) bool { return disk.Inside(p, root) }) && isOutside(p)
	switch real := realAncestor(p); {
	case named:
		return fmt.Errorf("%s is outside the roots, which are %s", written, strings.Join(r.roots, ", "))
	case isOutside(real):
		return fmt.Errorf("%s leads out of the roots through a link", written)
	}
	return nil
}

// realAncestor resolves the links in what exists of a path.
func realAncestor(p string) string {
	rest := ""
	for dir := p; ; dir = path.Dir(dir) {
		if real, err := (disk.Machine{}).RealPath(dir); err == nil {
			return path.Join(real, rest)
		}
		if _, err := os.Lstat(filepath.FromSlash(dir)); err == nil { // a link to nothing: who writes through it makes its target
			target, err := os.Readlink(filepath.FromSlash(dir))
			if err != nil {
				return ""
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(filepath.FromSlash(path.Dir(dir)), target)
			}
			return path.Join(filepath.ToSlash(target), rest)
		}
		if path.Dir(dir) == dir {
			return p
		}
		rest = path.Join(path.Base(dir), rest)
	}
}

// name is a path for clients: relative to the first root if it is below it.
func (r reach) name(p string) string {
	if len(r.roots) == 0 {
		return p
	}
	if rel, ok := disk.Relative(r.roots[0], p); ok && rel != ".." && !strings.HasPrefix(rel, "../") {
		return rel
	}
	return p
}

// inText shortens the paths below the first root in a text.
func (r reach) inText(text string) string {
	if len(r.roots) == 0 || r.roots[0] == "/" {
		return text
	}
	return strings.ReplaceAll(text, filepath.FromSlash(r.roots[0])+string(filepath.Separator), "")
}

// within is the file system of the machine, of which only what is at or below some real paths exists.
type within struct{ real []string }

// find resolves the links of a path and hides what is outside.
func (w within) find(op, p string) (string, error) {
	real, err := disk.Machine{}.RealPath(p)
	if err == nil && w.has(real) {
		return real, nil
	}
	if err != nil && !disk.IsAbsent(err) && w.has(disk.Clean(p)) {
		return "", err
	}
	return "", &fs.PathError{Op: op, Path: p, Err: fs.ErrNotExist}
}

func (w within) has(real string) bool {
	return slices.ContainsFunc(w.real, func(root string) bool { return disk.Inside(real, root) })
}

// ReadDir lists a directory without the links that lead outside.
func (w within) ReadDir(dir string) ([]fs.DirEntry, error) {
	real, err := w.find("open", dir)
	if err != nil {
		return nil, err
	}
	entries, err := disk.Machine{}.ReadDir(real)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		if e.Type()&fs.ModeSymlink == 0 {
			return false
		}
		_, err := w.find("open", path.Join(real, e.Name()))
		return err != nil
	}), err
}

// ReadFile reads a regular file.
func (w within) ReadFile(p string) ([]byte, error) {
	real, err := w.find("open", p)
	if err != nil {
		return nil, err
	}
	return disk.Machine{}.ReadFile(real)
}

// Stat describes a file or directory.
func (w within) Stat(p string) (fs.FileInfo, error) {
	real, err := w.find("stat", p)
	if err != nil {
		return nil, err
	}
	return disk.Machine{}.Stat(real)
}

// RealPath resolves all links in a path.
func (w within) RealPath(p string) (string, error) { return w.find("lstat", p) }

// realPaths resolves the links of paths. Those that do not exist are left out.
func realPaths(paths []string) []string {
	var all []string
	for _, p := range paths {
		if real, err := (disk.Machine{}).RealPath(disk.Clean(filepath.ToSlash(p))); err == nil {
			all = append(all, real)
		}
	}
	return all
}
