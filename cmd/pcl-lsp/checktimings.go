package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// This file implements what a check tells about time: how far it is, and what took how
// long.

// stopwatch measures the parts of a check.
type stopwatch struct {
	now   func() time.Time
	last  time.Time
	parts []string
}

func newStopwatch(now func() time.Time) *stopwatch { return &stopwatch{now: now, last: now()} }

// lap ends a part.
func (s *stopwatch) lap(name string) {
	now := s.now()
	s.parts = append(s.parts, fmt.Sprintf("%-9s %9.1f ms", name, float64(now.Sub(s.last).Microseconds())/1000))
	s.last = now
}

func (s *stopwatch) write(to io.Writer) {
	for _, p := range s.parts {
		fmt.Fprintln(to, p)
	}
}

const (
	progressAfter = time.Second // nobody needs to be told about less
	progressEvery = 100 * time.Millisecond
)

// progress tells on a terminal how much of something has been done.
type progress struct {
	to     io.Writer // nil to tell nothing
	now    func() time.Time
	format string // with two numbers: of how much is done, and of all
	total  int

	mu    sync.Mutex
	done  int
	next  time.Time // when to tell again
	shown bool
}

// progress is that of so many steps.
func (c *checkRound) progress(format string, total int) *progress {
	p := &progress{now: c.env.clock(), format: "\r\x1b[K" + format, total: total}
	if c.env.errTerminal && !c.output.quiet {
		p.to, p.next = c.plainErr, p.now().Add(progressAfter)
	}
	return p
}

// step says that one more is done.
func (p *progress) step() {
	if p.to == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	now := p.now()
	if now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	fmt.Fprintf(p.to, p.format, p.done, p.total)
}

// clear takes away what was told.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}
