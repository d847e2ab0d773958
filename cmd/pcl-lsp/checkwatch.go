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

// This file implements --watch.
//
// Events only say that something has changed, not what: the session compares everything
// it knows with the disk, and unchanged reports are not written again. So any event is
// enough to notice a change, and files that a check itself writes do no harm.

// quietTime is how long no event must arrive before a check starts, because editors and
// version control change several files at once.
const quietTime = 50 * time.Millisecond

// watch checks now and after each change until the context is done. The error is that of
// the last check that was completed.
func (c *checkRound) watch(ctx context.Context) error {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return uncheckable(fmt.Errorf("cannot watch for changes: %w", err))
	}
	defer events.Close()
	w := &watcher{Watcher: events, ignored: c.outputs, watched: map[string]bool{}}
	outcome := uncheckable(errInterrupted)
	for first := true; ; first = false {
		c.follow(w) // before the check, to see changes during it
		if now := c.check(ctx); !errors.Is(now, errInterrupted) {
			outcome = now
		}
		c.follow(w) // again, because the check finds components
		switch {
		case first && codeOf(outcome) == exitUsage:
			return outcome
		case ctx.Err() != nil:
			return outcome
		}
		c.note(outcome)
		if !w.wait(ctx) {
			return silent(outcome)
		}
		c.session.Apply(workspace.DiskChanged{})
	}
}

// note prints how a check ended.
func (c *checkRound) note(err error) {
	if message := messageOf(err); message != nil {
		fmt.Fprintf(c.app.stderr, "pcl-lsp: %v\n", message)
	}
	if !c.flags.output.quiet {
		fmt.Fprintln(c.app.stderr, "pcl-lsp: watching for changes")
	}
}

// silent returns an outcome without its message, which was printed already.
func silent(err error) error {
	if err == nil {
		return nil
	}
	return failure{code: codeOf(err)}
}

// watcher watches directories.
type watcher struct {
	*fsnotify.Watcher
	ignored []*output
	watched map[string]bool
}

// follow watches all directories that a check reads, including new ones.
func (c *checkRound) follow(w *watcher) {
	for _, dir := range c.directories() {
		native := filepath.FromSlash(dir)
		if w.watched[dir] && slices.Contains(w.WatchList(), native) { // otherwise it was removed and created again
			continue
		}
		err := w.Add(native)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !w.watched[dir] {
			fmt.Fprintf(c.app.stderr, "pcl-lsp: cannot watch %s: %v\n", c.name(dir), err)
		}
		w.watched[dir] = true
	}
}

// directories returns the directories that a check reads: those that are searched, those
// of components and of schemas that the user named, and those above, for settings.
func (c *checkRound) directories() []string {
	var roots []string
	args := c.in.args
	if len(args) == 0 {
		args = []string{"."}
	}
	args = slices.Concat(args, c.flags.program.schemas.Paths)
	if file := c.flags.rules.config.file; file != "" {
		args = append(args, file)
	}
	for _, arg := range args {
		if isPattern(c.app.env, arg) {
			arg, _ = doublestar.SplitPattern(filepath.ToSlash(arg))
		}
		if p, err := workspace.PathOf(c.app.env.dir, arg); err == nil {
			roots = append(roots, p)
		}
	}
	roots = append(roots, c.read...)
	var dirs []string
	for _, root := range roots {
		dirs = append(dirs, below(root)...)
		dirs = append(dirs, above(root)...)
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// below returns a directory and its searched subdirectories; for a file, its directory.
func below(root string) []string {
	if info, err := os.Stat(filepath.FromSlash(root)); err == nil && !info.IsDir() {
		return []string{path.Dir(root)}
	}
	var dirs []string
	// Unreadable directories have no events; the check reports them.
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

// above returns the directories above one, up to the top of the repository; none outside a
// repository.
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

// wait waits until something has changed and events have stopped. It returns false when
// the context is done.
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
				quiet = time.After(quietTime)
			}
		case <-w.Errors: // events were lost
			quiet = time.After(quietTime)
		}
	}
}

// matters reports whether an event may be about a file that a check reads.
func (w *watcher) matters(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod || replace.IsTemporary(e.Name) {
		return false
	}
	return !slices.ContainsFunc(w.ignored, func(o *output) bool { return o.file == e.Name })
}
