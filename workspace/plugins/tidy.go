package plugins

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// This file removes files from the cache after a schema was stored.

// kept is a schema in the directory.
type kept struct {
	name string
	size int64
	used time.Time
}

// tidy removes schemas of older states of the executable, and the least recently used schemas until the rest is within the limit.
func (c *Cache) tidy(latest key) {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return
	}
	var all []kept
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		switch name := e.Name(); {
		case !strings.HasSuffix(name, schemaEnd):
		case latest.isOlder(name) && !c.isOut(name):
			c.remove(name)
		default:
			all = append(all, kept{name, info.Size(), lastUsed(filepath.Join(c.Dir, name), info)})
		}
	}
	c.shrink(all)
}

// isOlder reports whether a file holds an answer of the same plugin in another state.
func (k key) isOlder(name string) bool {
	return !k.names(name) && strings.Contains(name, "-"+k.origin+"-")
}

func (c *Cache) shrink(all []kept) {
	excess := -positive(c.MaxSize, DefaultMaxSize)
	for _, e := range all {
		excess += e.size
	}
	slices.SortFunc(all, func(a, b kept) int { return a.used.Compare(b.used) })
	for _, e := range all {
		if excess <= 0 {
			return
		}
		if !c.isOut(e.name) && c.remove(e.name) {
			excess -= e.size
		}
	}
}

// remove removes a schema; false if the system refuses.
func (c *Cache) remove(name string) bool {
	path := filepath.Join(c.Dir, name)
	if err := os.Remove(path); err != nil {
		return false
	}
	os.Remove(usedPath(path))
	return true
}

// lastUsed is when a schema was used last, or made.
func lastUsed(path string, made fs.FileInfo) time.Time {
	if used, err := os.Stat(usedPath(path)); err == nil && used.ModTime().After(made.ModTime()) {
		return used.ModTime()
	}
	return made.ModTime()
}
