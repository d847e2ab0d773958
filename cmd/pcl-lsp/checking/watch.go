package checking

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file watches the directories that a check reads.
//
// Events only say that something has changed, not what: the session compares everything
// it knows with the disk, and unchanged reports are not written again. So any event is
// enough to notice a change, and files that a check itself writes do no harm.

// quietTime is how long no event must arrive before a check starts, because editors and
// version control change several files at once.
const quietTime = 50 * time.Millisecond

// Watcher watches directories.
type Watcher struct {
	events  *fsnotify.Watcher
	ignored Outputs
	watched map[string]bool
}

// NewWatcher is a watcher of no directories yet. The files of outputs do not count.
func NewWatcher(ignored Outputs) (*Watcher, error) {
	events, err := fsnotify.NewWatcher()
	return &Watcher{events, ignored, map[string]bool{}}, err
}

// Close ends the watching.
func (w *Watcher) Close() error { return w.events.Close() }

// Follow watches paths with what is searched below them, and with the directories above them, for settings. A function
// is told which directories cannot be watched.
func (w *Watcher) Follow(roots []string, failed func(dir string, err error)) {
	var dirs []string
	for _, root := range roots {
		dirs = append(append(dirs, below(root)...), above(root)...)
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		native := filepath.FromSlash(dir)
		if w.watched[dir] && slices.Contains(w.events.WatchList(), native) { // otherwise it was removed and created again
			continue
		}
		err := w.events.Add(native)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !w.watched[dir] {
			failed(dir, err)
		}
		w.watched[dir] = true
	}
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

// Wait waits until something has changed and events have stopped. It returns false when
// the context is done.
func (w *Watcher) Wait(ctx context.Context) bool {
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case <-quiet:
			return true
		case e, open := <-w.events.Events:
			if !open {
				return false
			}
			if w.matters(e) {
				quiet = time.After(quietTime)
			}
		case <-w.events.Errors: // events were lost
			quiet = time.After(quietTime)
		}
	}
}

// matters reports whether an event may be about a file that a check reads.
func (w *Watcher) matters(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod || replace.IsTemporary(e.Name) {
		return false
	}
	return !slices.ContainsFunc(w.ignored, func(o *Output) bool { return o.File == e.Name })
}
