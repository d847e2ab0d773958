package plugins

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// This file implements the cache of schemas, in which concurrent requests for one schema share a process.

// DefaultMaxSize is the default size of a cache: about ten of the largest schemas.
const DefaultMaxSize = 2 << 30

// Cache asks plugins and keeps their schemas in a directory, which caches of other
// processes may share. It is safe for concurrent use.
//
// A schema belongs to one state of a plugin's executable (path, size and modification
// time) and to one parameterization. If the executable changes, the plugin is asked again
// and the old schema is removed. Concurrent requests for one schema share one process.
//
// The directory and its files are private to the user. Files appear there by renaming and
// never change, so they can be read while others write. If the directory cannot be
// written or is not private, plugins are asked anyway and schemas stay in memory.
//
// If the schemas exceed MaxSize, the least recently used ones are removed, but none that
// this Cache has returned. An empty file beside a schema, ending in .used, has the time
// of its last use; the schema keeps its own time, which indexes depend on.
type Cache struct {
	// Dir is the directory, an absolute path. It is created when it is first needed.
	Dir string
	// MaxSize limits the size of all schemas in bytes; zero means [DefaultMaxSize].
	MaxSize int64

	mu      sync.Mutex // guards what follows
	flights map[key]*flight
	out     map[string]bool // the file names that were handed out
}

// Lookup is the cached schema for a request. It runs nothing.
func (c *Cache) Lookup(r Request) (Schema, bool) {
	k, err := keyOf(r)
	if err != nil {
		return Schema{}, false
	}
	s, ok := c.find(k)
	return s, ok && fits(s, r) == nil
}

// Ask is the schema for a request: the cached one, or else the answer of the plugin, as
// in [Ask]. Concurrent requests for one schema use the limits and environment of the
// first. All of them see the progress, and the plugin ends when all have given up.
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

// fetch asks the plugin and stores the answer.
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

// store asks the plugin and writes the answer to the directory, if possible.
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

// inMemory asks the plugin if the directory cannot be used.
func inMemory(ctx context.Context, r Request) (Schema, error) {
	var text memory
	s, err := ask(ctx, r, &text)
	if err != nil {
		return Schema{}, err
	}
	s.Text = text.Bytes()
	return s, nil
}

// handOut records that a file is in use here.
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

// flight is a request in progress. The mutex of the cache guards what is not constant
// until done is closed.
type flight struct {
	cancel context.CancelFunc
	done   chan struct{}

	schema Schema
	err    error

	stage   Stage
	waiting map[*Request]bool // those who wait
}

// join waits for the request for a key, and starts it if there is none.
func (c *Cache) join(ctx context.Context, k key, r Request) (Schema, error) {
	f, stage := c.enter(ctx, k, &r)
	if stage != "" {
		r.progress(stage)
	}
	select {
	case <-f.done:
		return f.schema, f.err
	case <-ctx.Done():
	}
	c.leave(k, f, &r)
	e := failed(Cancelled, "was given up: %v", context.Cause(ctx)).because(context.Cause(ctx))
	e.Executable = r.Executable
	return Schema{}, e
}

// enter finds or starts the request and tells its stage.
func (c *Cache) enter(ctx context.Context, k key, r *Request) (*flight, Stage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := c.flights[k]; f != nil {
		f.waiting[r] = true
		return f, f.stage
	}
	f := &flight{done: make(chan struct{}), waiting: map[*Request]bool{r: true}}
	if c.flights == nil {
		c.flights = map[key]*flight{}
	}
	c.flights[k] = f
	// It goes on as long as anybody waits, which may be longer than the first does.
	ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go c.fly(ctx, k, f, *r)
	return f, ""
}

func (c *Cache) fly(ctx context.Context, k key, f *flight, r Request) {
	defer f.cancel()
	r.Progress = func(s Stage) { c.spread(f, s) }
	s, known := c.find(k) // another may have been done just before
	var err error
	if !known {
		s, err = c.fetch(ctx, k, r)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	f.schema, f.err = s, err
	if c.flights[k] == f {
		delete(c.flights, k)
	}
	close(f.done)
}

// spread tells everybody who waits the new stage.
func (c *Cache) spread(f *flight, s Stage) {
	c.mu.Lock()
	f.stage = s
	waiting := slices.Collect(maps.Keys(f.waiting))
	c.mu.Unlock()
	for _, r := range waiting {
		r.progress(s)
	}
}

// leave stops waiting. The last one to leave ends the plugin and waits for its end.
func (c *Cache) leave(k key, f *flight, r *Request) {
	c.mu.Lock()
	delete(f.waiting, r)
	last := len(f.waiting) == 0
	if last && c.flights[k] == f {
		delete(c.flights, k)
	}
	c.mu.Unlock()
	if last {
		f.cancel()
		<-f.done
	}
}
