package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/fsnotify/fsnotify"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements checking again whenever something changes.
//
// What an event is about does not matter: the session compares all that it knows with the
// disk, and reports that are what they were are not written again. So nothing is missed
// that has any event, and what a check itself writes does no harm.

// settled is how long it must be quiet before a check begins: editors and version control
// change several files at once.
const settled = 50 * time.Millisecond

// watch checks, and again after each change until the context is done. The error is that
// of the last check that came to an end.
func (c *checkRound) watch(ctx context.Context) error {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return uncheckable(fmt.Errorf("cannot watch for changes: %w", err))
	}
	defer events.Close()
	w := &watcher{Watcher: events, ignored: c.outputs, watched: map[string]bool{}}
	outcome := uncheckable(errInterrupted)
	for first := true; ; first = false {
		c.follow(w) // before the check: what changes during it is seen
		if now := c.check(ctx); !errors.Is(now, errInterrupted) {
			outcome = now
		}
		c.follow(w) // now components are known
		switch {
		case first && codeOf(outcome) == exitUsage:
			return outcome
		case ctx.Err() != nil:
			return outcome
		}
		c.tell(outcome)
		if !w.wait(ctx) {
			return silent(outcome)
		}
		c.session.Apply(workspace.DiskChanged{})
	}
}

// tell says how a check ended, and that there will be another.
func (c *checkRound) tell(err error) {
	if message := messageOf(err); message != nil {
		fmt.Fprintf(c.stderr, "pcl-lsp: %v\n", message)
	}
	if !c.output.quiet {
		fmt.Fprintln(c.stderr, "pcl-lsp: watching for changes")
	}
}

// silent is the outcome of a check about which everything was said.
func silent(err error) error {
	if err == nil {
		return nil
	}
	return failure{code: codeOf(err)}
}

// watcher tells of changes in directories.
type watcher struct {
	*fsnotify.Watcher
	ignored []*output
	watched map[string]bool
}

// follow watches all directories that a check looks at, those too that are new.
func (c *checkRound) follow(w *watcher) {
	for _, dir := range c.directories() {
		native := filepath.FromSlash(dir)
		if w.watched[dir] && slices.Contains(w.WatchList(), native) { // else it went, and is back
			continue
		}
		err := w.Add(native)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !w.watched[dir] {
			fmt.Fprintf(c.stderr, "pcl-lsp: changes in %s will not be seen: %v\n", c.name(dir), err)
		}
		w.watched[dir] = true
	}
}

// directories are those that a check looks at: the ones that are searched, those of
// components, those of schemas that the user named, and those above where settings may be.
func (c *checkRound) directories() []string {
	var roots []string
	args := c.in.args
	if len(args) == 0 {
		args = []string{"."}
	}
	for _, arg := range append(slices.Clone(args), c.schemas.Paths...) {
		if isPattern(c.env, arg) {
			arg, _ = doublestar.SplitPattern(filepath.ToSlash(arg))
		}
		if p, err := workspace.PathOf(c.env.dir, arg); err == nil {
			roots = append(roots, p)
		}
	}
	if c.found != nil {
		for _, t := range c.found.Targets {
			roots = append(roots, t.Dir)
		}
	}
	var dirs []string
	for _, root := range roots {
		dirs = append(dirs, below(root)...)
		dirs = append(dirs, above(root)...)
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// below are a directory and those in it that are searched; of a file, its directory.
func below(root string) []string {
	if info, err := os.Stat(filepath.FromSlash(root)); err == nil && !info.IsDir() {
		return []string{path.Dir(root)}
	}
	var dirs []string
	// What cannot be read has no events; the check itself tells about it.
	_ = filepath.WalkDir(filepath.FromSlash(root), func(p string, e fs.DirEntry, err error) error {
		p = filepath.ToSlash(p)
		switch {
		case err != nil || !e.IsDir():
			return nil
		case p != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules"):
			return fs.SkipDir
		}
		dirs = append(dirs, p)
		return nil
	})
	return dirs
}

// above are the directories above one, up to that of the repository; none outside of one.
func above(dir string) []string {
	var dirs []string
	for {
		if _, err := os.Stat(filepath.Join(filepath.FromSlash(dir), ".git")); err == nil {
			return dirs
		}
		up := path.Dir(dir)
		if up == dir {
			return nil
		}
		dir = up
		dirs = append(dirs, dir)
	}
}

// wait returns when something has changed and it is quiet again, and false when the
// context is done.
func (w *watcher) wait(ctx context.Context) bool {
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case <-quiet:
			return true
		case e, open := <-w.Events:
			if !open {
				return false
			}
			if w.matters(e) {
				quiet = time.After(settled)
			}
		case <-w.Errors: // events were lost
			quiet = time.After(settled)
		}
	}
}

// matters reports whether an event may be one of a file that is looked at.
func (w *watcher) matters(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod || replace.IsTemporary(e.Name) {
		return false
	}
	return !slices.ContainsFunc(w.ignored, func(o *output) bool { return o.file == e.Name })
}
