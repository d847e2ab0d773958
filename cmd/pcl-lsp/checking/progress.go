package checking

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// This file shows how a check goes on: a display of progress, and the times of steps.

// Stopwatch measures the steps of a check.
type Stopwatch struct {
	now   func() time.Time
	last  time.Time
	parts []string
}

// NewStopwatch begins the first step. It tells the time by a clock.
func NewStopwatch(now func() time.Time) *Stopwatch { return &Stopwatch{now: now, last: now()} }

// Lap ends a step.
func (s *Stopwatch) Lap(name string) {
	now := s.now()
	s.parts = append(s.parts, fmt.Sprintf("%-9s %9.1f ms", name, float64(now.Sub(s.last).Microseconds())/1000))
	s.last = now
}

// Note adds a line about something else.
func (s *Stopwatch) Note(format string, values ...any) {
	s.parts = append(s.parts, fmt.Sprintf(format, values...))
}

// Write writes the times of the steps.
func (s *Stopwatch) Write(to io.Writer) {
	for _, p := range s.parts {
		fmt.Fprintln(to, p)
	}
}

const (
	progressAfter = time.Second // shorter work shows no progress
	progressEvery = 100 * time.Millisecond
)

// Progress shows on a terminal how much work has been done.
type Progress struct {
	to     io.Writer // nil to show nothing
	now    func() time.Time
	format string // with two numbers: done and total
	total  int

	mu    sync.Mutex
	done  int
	next  time.Time // when to show progress again
	shown bool
}

// NewProgress returns the progress of some number of steps on a terminal; nil shows nothing. It tells the time by a
// clock.
func NewProgress(terminal io.Writer, now func() time.Time, format string, total int) *Progress {
	p := &Progress{to: terminal, now: now, format: "\r\x1b[K" + format, total: total}
	if terminal != nil {
		p.next = now().Add(progressAfter)
	}
	return p
}

// Step counts one more step.
func (p *Progress) Step() {
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

// Hide removes the display until the next step that shows it.
func (p *Progress) Hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Clear()
	p.shown = false
}

// Clear removes the display.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}
