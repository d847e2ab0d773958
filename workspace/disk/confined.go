package disk

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// This file keeps links of a repository from leading out of it. A repository can contain a link to any file of the
// user, and what is said about a program often ends up in a public log.

// ErrLeaves is the error for a file behind a link that leads out of its repository.
var ErrLeaves = errors.New("a link leads out of the repository, so it is not read; if you trust the repository, use --trust-workspace, or trust the workspace in your editor")

// Confined is a file system that reads no file through a link that leads out of a repository: the nearest directory
// above that has .git. Without one, links must stay below the folder or the named directory. It is safe for concurrent use.
type Confined struct {
	FS
	// Folders are the folders that the user has opened. It may be nil.
	Folders func() []string
	// Trusted reports whether the user trusts all links. It may be nil.
	Trusted func(folder string) bool
	// Own are places of the user, in which links may lead anywhere unless a repository contains the place.
	Own []string
	// Follows says that files are changed and not shown, so that all links are followed.
	Follows atomic.Bool

	mu    sync.Mutex // guards what follows
	named []string
}

// Name notes a path that the user names.
func (c *Confined) Name(p string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.named, p) {
		c.named = append(c.named[:len(c.named):len(c.named)], p)
	}
}

// ReadFile reads a regular file, unless a link leads to it out of the repository.
func (c *Confined) ReadFile(p string) ([]byte, error) {
	if _, err := c.RealPath(p); err != nil {
		return nil, err
	}
	return c.FS.ReadFile(p)
}

// RealPath resolves all links in a path, unless one leads out of the repository.
func (c *Confined) RealPath(p string) (string, error) {
	real, err := RealPath(c.FS, p)
	if err == nil && !c.Follows.Load() && c.Leaves(p) {
		return "", &fs.PathError{Op: "open", Path: p, Err: ErrLeaves}
	}
	return real, err
}

// Leaves reports whether a link on a path leads out of its repository, and the user does not trust links.
func (c *Confined) Leaves(p string) bool {
	real, err := RealPath(c.FS, p)
	return err == nil && real != p && (c.Trusted == nil || !c.Trusted(path.Dir(p))) && c.leaves(p, real)
}

// leaves reports whether a path leads out of its repository. A repository inside of another one counts, unless only a
// link leads to it.
func (c *Confined) leaves(p, real string) bool {
	at, bounds := c.start(p)
	holds := func(real string) bool {
		return slices.ContainsFunc(bounds, func(bound string) bool {
			top, err := RealPath(c.FS, bound)
			return err == nil && Inside(real, top)
		})
	}
	for _, name := range strings.Split(strings.TrimPrefix(path.Dir(p), at), "/") {
		at = path.Join(at, name)
		if inner, err := RealPath(c.FS, at); name != "" && err == nil && c.hasGit(at) && holds(inner) {
			bounds = []string{at}
		}
	}
	return len(bounds) > 0 && !holds(real)
}

// start is the directory from which links count on the way to a path, and the directories that they must not leave;
// none for places of the user.
func (c *Confined) start(p string) (dir string, bounds []string) {
	var folders []string
	if c.Folders != nil {
		folders = c.Folders()
	}
	c.mu.Lock()
	named := c.named
	c.mu.Unlock()
	tops := ""
	for _, root := range slices.Concat(named, folders) {
		isFolder := slices.Contains(folders, root)
		base := root
		if info, err := c.FS.Stat(root); err != nil || !info.IsDir() {
			base = path.Dir(root)
		}
		top := c.repository(base)
		switch {
		case Inside(p, base) && len(base) > len(dir):
			dir, bounds = base, []string{cmp.Or(top, base)}
			if isFolder {
				bounds = append(bounds, root)
			}
		case top != "" && Inside(p, top):
			tops = top
		}
	}
	switch {
	case dir != "":
		return dir, bounds
	case tops != "":
		return tops, []string{tops}
	case slices.ContainsFunc(c.Own, func(own string) bool { return own != "" && Inside(p, own) }):
		return p, nil
	}
	dir = path.Dir(p)
	return dir, []string{cmp.Or(c.repository(dir), dir)}
}

// repository is the nearest directory with .git at or above another; empty if there is none. It is above a link.
func (c *Confined) repository(dir string) string {
	if real, err := RealPath(c.FS, dir); err == nil {
		if above, err := RealPath(c.FS, path.Dir(dir)); err == nil && real != path.Join(above, path.Base(dir)) {
			dir = path.Dir(dir)
		}
	}
	for ; !c.hasGit(dir); dir = path.Dir(dir) {
		if dir == path.Dir(dir) {
			return ""
		}
	}
	return dir
}

func (c *Confined) hasGit(dir string) bool {
	_, err := c.FS.Stat(Join(dir, ".git"))
	return err == nil
}
