package plugins

import (
	"context"
	"maps"
	"slices"
)

// This file lets concurrent requests for one schema share a process.

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

// fly runs the request.
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
