package checking

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file writes reports: to files, at once, or to a stream, while the check goes on.

// Output is one report: its format and its file.
type Output struct {
	Format report.Format
	File   string // empty for the stream
	// Appends means that the file is the summary of a step in GitHub Actions, to which others write as well.
	Appends bool

	last []byte // the text that was written last, for --watch
	done bool   // whether anything was written
}

// Outputs are the reports of a check.
type Outputs []*Output

// Needs are what the formats need together.
func (all Outputs) Needs() report.Format {
	return report.Needs(lists.Map(all, func(o *Output) report.Format { return o.Format }))
}

// Together rejects reports that would be unreadable on one stream.
func (all Outputs) Together() error {
	var shared []string
	whole := ""
	for _, o := range all {
		if o.File != "" {
			continue
		}
		shared = append(shared, o.Format.Name)
		if !o.Format.Shares {
			whole = o.Format.Name
		}
	}
	if whole != "" && len(shared) > 1 {
		return fmt.Errorf("%s cannot share standard output: write --format %s=FILE", strings.Join(shared, ", "), whole)
	}
	return nil
}

// IsLog reports whether standard output is for people: text, annotations or empty.
func (all Outputs) IsLog() bool {
	return !slices.ContainsFunc(all, func(o *Output) bool {
		return o.File == "" && !o.Format.Reads && o.Format.Name != "github"
	})
}

// IsText reports whether standard output is plain text or empty, and has no annotations
// yet.
func (all Outputs) IsText() bool {
	return all.IsLog() && !slices.ContainsFunc(all, func(o *Output) bool { return o.Format.Name == "github" })
}

// Write writes the reports that have changed since the last time, those without a
// file to a stream. It renders all of them before it writes the first.
func (all Outputs) Write(r *report.Report, stream io.Writer, style report.Style) error {
	texts := make([][]byte, len(all))
	for i, o := range all {
		var b bytes.Buffer
		inStyle := style
		inStyle.Colour = style.Colour && o.File == ""
		if err := o.Format.Write(r, &b, inStyle); err != nil {
			return err
		}
		texts[i] = b.Bytes()
	}
	var errs []error
	for i, o := range all {
		if o.done && bytes.Equal(o.last, texts[i]) {
			continue
		}
		if err := o.put(texts[i], stream); err != nil {
			errs = append(errs, err)
			continue
		}
		o.last, o.done = texts[i], true
	}
	return errors.Join(errs...)
}

func (o *Output) put(text []byte, stream io.Writer) error {
	switch {
	case o.Appends:
		return appendSummary(o.File, text)
	case o.File != "":
		return replace.One(o.File, text, 0o644)
	}
	_, err := o.on(stream).Write(text)
	return err
}

// on returns the stream for the report. Only a format of commands goes past what keeps commands out of a log.
func (o *Output) on(stream io.Writer) io.Writer {
	if o.Format.Commands {
		return report.Raw(stream)
	}
	return stream
}

// Printer prints the first report for the stream while the check goes on, if it consists of lines. A nil Printer
// prints nothing.
type Printer struct {
	output *Output
	style  report.Style
	line   func(w io.Writer, f *report.Finding)
	out    *bufio.Writer
	shown  int
	beside *Progress // on the same terminal, maybe

	// Until it is certain that there is something to check, findings wait: wrong usage prints
	// nothing but an error.
	search  *workspace.Search
	waiting *bytes.Buffer
}

// Printer returns what prints the findings of a check to the stream as they come in.
func (all Outputs) Printer(search *workspace.Search, stream io.Writer, style report.Style) *Printer {
	i := slices.IndexFunc(all, func(o *Output) bool { return o.File == "" })
	if i < 0 || !all[i].Format.IsLines() {
		return nil
	}
	return &Printer{
		output: all[i], style: style, search: search, waiting: &bytes.Buffer{},
		line: all[i].Format.Begin(style), out: bufio.NewWriter(all[i].on(stream)),
	}
}

// Unprinted are the outputs that nothing was printed of.
func (all Outputs) Unprinted(p *Printer) Outputs {
	if p == nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(o *Output) bool { return o == p.output })
}

// Hides lets the printer hide a display of progress, which may be on the same terminal.
func (p *Printer) Hides(beside *Progress) {
	if p != nil {
		p.beside = beside
	}
}

// Print prints the next findings of a report.
func (p *Printer) Print(r *report.Report, findings []report.Finding) error {
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
	p.beside.Hide()
	return p.flush()
}

// End prints what follows the findings.
func (p *Printer) End(r *report.Report) error {
	if p == nil {
		return nil
	}
	if p.waiting != nil {
		_, _ = p.out.Write(p.waiting.Bytes())
	}
	p.output.Format.End(r, p.out, p.style)
	return p.flush()
}

func (p *Printer) flush() error {
	if err := p.out.Flush(); err != nil {
		return fmt.Errorf("cannot write the findings: %w", err)
	}
	return nil
}

// mostSummary is the size above which GitHub does not show a summary.
const mostSummary = 1 << 20

const cutSummary = "\n\nThe report is too long for the summary of a step.\n"

// StepSummary returns the output that appends to the summary of a step; nil if it is no file. Whoever runs the
// program in a container may pass on the name of the file but not the file.
func StepSummary(file string) *Output {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	format, _ := report.FormatNamed("markdown")
	return &Output{Format: format, File: file, Appends: true}
}

// appendSummary appends a text to a summary, as much as there is room for.
func appendSummary(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	room := mostSummary - int(info.Size())
	if len(text) > room {
		room -= len(cutSummary)
		at := bytes.LastIndexByte(text[:max(room, 0)], '\n')
		if at < 0 {
			return nil
		}
		text = append(text[:at:at], cutSummary...)
	}
	_, err = f.Write(text)
	return err
}
