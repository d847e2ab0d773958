package main

import (
	"bufio"
	"bytes"
	"io"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file prints findings as they come in.

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
	if i < 0 || c.checkFlags.watch || !c.outputs[i].format.IsLines() {
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
