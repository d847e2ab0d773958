package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// This file implements the progress display of check, and --timings.

type stopwatch struct {
	now   func() time.Time
	last  time.Time
	parts []string
}

func newStopwatch(now func() time.Time) *stopwatch { return &stopwatch{now: now, last: now()} }

func (s *stopwatch) lap(name string) {
	now := s.now()
	s.parts = append(s.parts, fmt.Sprintf("%-9s %9.1f ms", name, float64(now.Sub(s.last).Microseconds())/1000))
	s.last = now
}

// note adds a line about something else.
func (s *stopwatch) note(format string, values ...any) {
	s.parts = append(s.parts, fmt.Sprintf(format, values...))
}

func (s *stopwatch) write(to io.Writer) {
	for _, p := range s.parts {
		fmt.Fprintln(to, p)
	}
}

const (
	progressAfter = time.Second // shorter work shows no progress
	progressEvery = 100 * time.Millisecond
)

// progress shows on a terminal how much work has been done.
type progress struct {
	to     io.Writer // nil to show nothing
	now    func() time.Time
	format string // with two numbers: done and total
	total  int

	mu    sync.Mutex
	done  int
	next  time.Time // when to show progress again
	shown bool
}

func newProgress(a *app, quiet bool, format string, total int) *progress {
	p := &progress{now: a.env.clock(), format: "\r\x1b[K" + format, total: total}
	if a.env.errTerminal && !quiet {
		p.to, p.next = a.plainErr, p.now().Add(progressAfter)
	}
	return p
}

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

// hide removes the display until the next step that shows it.
func (p *progress) hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	p.shown = false
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}
