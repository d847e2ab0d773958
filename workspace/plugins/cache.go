package plugins

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
)

// This file implements the cache: what is known is not asked again.

// DefaultMaxSize is the size of a cache for which no other is set: room for about
// ten of the largest schemas.
const DefaultMaxSize = 2 << 30

// Cache asks plugins and keeps their schemas in a folder, which it may share with
// the caches of other processes. It may be used by several goroutines.
//
// A schema is known for one state of a plugin's executable, told by its path, size
// and time of change, and for one parameterization. Once the executable has changed
// the plugin is asked anew, and what the old one said is removed. Two that ask for
// the same thing at the same time share one process.
//
// The folder and its files are the user's alone. Files appear in it whole, by
// renaming, and never change afterwards, so that they can be read while others
// write. If the folder cannot be written, or is not the user's alone, plugins are
// asked all the same and the schema comes in memory.
//
// When the schemas together are larger than MaxSize, those that were not used for
// the longest time are removed, but never one that this Cache has handed out. When
// a schema was last used is the time of the empty file beside it that ends in
// .used; the schema's own time stays, as indexes go by it.
type Cache struct {
	// Dir is the folder, an absolute path. It is made when it is first needed.
	Dir string
	// MaxSize is the number of bytes the schemas may have together; if it is zero,
	// [DefaultMaxSize].
	MaxSize int64

	mu      sync.Mutex // guards what follows
	flights map[key]*flight
	out     map[string]bool // the file names that were handed out
}

// Lookup is the schema that answers a request, if it is known. Nothing is run.
func (c *Cache) Lookup(r Request) (Schema, bool) {
	k, err := keyOf(r)
	if err != nil {
		return Schema{}, false
	}
	s, ok := c.find(k)
	return s, ok && fits(s, r) == nil
}

// Ask is the schema that answers a request: the known one, or else what the plugin
// answers to [Ask]. Of those who ask the same at one time the first one's limits
// and environment count, each hears of the progress, and the plugin is ended when
// none of them wants the answer any more.
func (c *Cache) Ask(ctx context.Context, r Request) (Schema, error) {
	k, err := keyOf(r)
	if err != nil {
		return Schema{}, err
	}
	s, ok := c.find(k)
	if !ok {
		s, err = c.join(ctx, k, r)
	}
	if err == nil {
		err = fits(s, r)
	}
	if err != nil {
		return Schema{}, err
	}
	return s, nil
}

// fetch asks the plugin and stores what it says.
func (c *Cache) fetch(ctx context.Context, k key, r Request) (Schema, error) {
	const tries = 3
	for range tries {
		s, err := c.store(ctx, k, r)
		if err != nil {
			return Schema{}, err
		}
		now, err := keyOf(r)
		if err != nil || now == k {
			return s, err
		}
		if s.Path != "" {
			c.remove(filepath.Base(s.Path)) // whose answer it is, that of the old or of the new, nobody knows
		}
		k = now
	}
	e := failed(NotStarted, "changed each time it was asked")
	e.Executable = r.Executable
	return Schema{}, e
}

// store asks the plugin, with the answer put into the folder if that is possible.
func (c *Cache) store(ctx context.Context, k key, r Request) (Schema, error) {
	partial, err := c.partial()
	if err != nil {
		return inMemory(ctx, r)
	}
	defer os.Remove(partial.Name()) // fails once it is renamed
	s, err := ask(ctx, r, partial)
	written := errors.Join(partial.Sync(), partial.Close())
	var failure *Error
	switch {
	case errors.As(err, &failure) && failure.Kind == NotStored:
		return inMemory(ctx, r)
	case err != nil:
		return Schema{}, err
	}
	s.Path = filepath.Join(c.Dir, k.fileName(s))
	c.handOut(s.Path)
	if written != nil || os.Rename(partial.Name(), s.Path) != nil {
		return inMemory(ctx, r)
	}
	touch(s.Path)
	c.tidy(k)
	return s, nil
}

// inMemory asks the plugin where the folder is of no use.
func inMemory(ctx context.Context, r Request) (Schema, error) {
	var text memory
	s, err := ask(ctx, r, &text)
	if err != nil {
		return Schema{}, err
	}
	s.Text = text.Bytes()
	return s, nil
}

// handOut remembers that a file is in use here.
func (c *Cache) handOut(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.out == nil {
		c.out = map[string]bool{}
	}
	c.out[filepath.Base(path)] = true
}

func (c *Cache) isOut(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out[name]
}
