package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements what check prints while it goes on: progress, findings as they come in, and --timings.

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

// printer prints the first report for standard output, if it consists of lines. A nil printer
// prints nothing.
type printer struct {
	output *output
	style  report.Style
	line   func(w io.Writer, f *report.Finding)
	out    *bufio.Writer
	shown  int
	beside *progress // on the same terminal, maybe

	// Until it is certain that there is something to check, findings wait: wrong usage prints
	// nothing but an error.
	search  *workspace.Search
	waiting *bytes.Buffer
}

// printer returns what prints the findings of a check as they come in. With --watch that is
// nothing: a report that says what the last one said is not printed again.
func (c *checkRound) printer(search *workspace.Search) *printer {
	i := slices.IndexFunc(c.outputs, func(o *output) bool { return o.file == "" })
	if i < 0 || c.flags.watch || !c.outputs[i].format.IsLines() {
		return nil
	}
	p := &printer{output: c.outputs[i], style: c.style(), search: search, waiting: &bytes.Buffer{}}
	p.line, p.out = p.output.format.Begin(p.style), bufio.NewWriter(p.output.on(c.reportsTo()))
	return p
}

// unprinted are the outputs that nothing was printed of.
func unprinted(outputs []*output, p *printer) []*output {
	if p == nil {
		return outputs
	}
	return slices.DeleteFunc(slices.Clone(outputs), func(o *output) bool { return o == p.output })
}

// hides lets the printer hide a display of progress, which may be on the same terminal.
func (p *printer) hides(beside *progress) {
	if p != nil {
		p.beside = beside
	}
}

// print prints the next findings of a report.
func (p *printer) print(r *report.Report, findings []report.Finding) error {
	if p == nil {
		return nil
	}
	if r.Limit > 0 {
		findings = findings[:min(len(findings), max(0, r.Limit-p.shown))]
	}
	p.shown += len(findings)
	var to io.Writer = p.out
	if p.waiting != nil {
		to = p.waiting
	}
	for i := range findings {
		p.line(to, &findings[i])
	}
	if p.waiting != nil {
		if !p.search.IsConfirmed() {
			return nil
		}
		_, _ = p.out.Write(p.waiting.Bytes()) // Flush returns the error
		p.waiting = nil
	}
	if p.out.Buffered() == 0 {
		return nil
	}
	p.beside.hide()
	return p.flush()
}

// end prints what follows the findings.
func (p *printer) end(r *report.Report) error {
	if p == nil {
		return nil
	}
	if p.waiting != nil {
		_, _ = p.out.Write(p.waiting.Bytes())
	}
	p.output.format.End(r, p.out, p.style)
	return p.flush()
}

func (p *printer) flush() error { return unwritten("the findings", p.out.Flush()) }
