package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file implements the formats for people: text with source lines, one line for each finding, lines grouped by
// file, and counts by code.

// Style says how text is decorated. The zero value is plain text.
type Style struct {
	// Color turns on colors, as escape sequences that terminals understand.
	Colour bool
	// Quiet omits everything but findings.
	Quiet bool
}

// hinted is the number of findings with fixes in formats for people.
//
// Why not all: every fix is checked before it is offered, and nobody reads thousands of
// new findings.
const hinted = 100

// textLines writes each finding with its source line.
func textLines(style Style) func(io.Writer, *Finding) {
	paint, n := style.painter(), 0
	return func(w io.Writer, f *Finding) {
		n++
		f.text(w, paint, n <= hinted)
	}
}

// textEnd writes the summary.
func textEnd(r *Report, w io.Writer, style Style) {
	if !style.Quiet {
		r.textNames(w)
		fmt.Fprintln(w, r.Summary().line(style.painter()))
	}
}

// text writes a finding, with its best fix if it is hinted at.
func (f *Finding) text(w io.Writer, paint painter, hints bool) {
	at := f.Range.Start
	fmt.Fprintf(w, "%s: %s: %s\n",
		paint.place(fmt.Sprintf("%s:%d:%d", OneLine(f.File), at.Line, at.Column)),
		paint.severity(f.Severity, fmt.Sprintf("%s[%s]", f.Severity, f.Code)),
		paint.message(OneLine(f.Message)))
	number := fmt.Sprint(at.Line)
	gutter := strings.Repeat(" ", len(number))
	fmt.Fprintf(w, " %s %s\n", paint.gutter(number+" |"), f.Source)
	fmt.Fprintf(w, " %s %s\n", paint.gutter(gutter+" |"), paint.caretLine(f.Severity, f.Carets))
	for _, rel := range f.Related {
		at := rel.Range.Start
		fmt.Fprintf(w, " %s %s:%d:%d: %s\n", paint.gutter(gutter+" ="), OneLine(rel.File), at.Line, at.Column, OneLine(rel.Message))
	}
	if hints && len(f.Fixes) > 0 && len(f.Fixes[0].Edits) > 0 { // messages mention commands
		fmt.Fprintf(w, " %s %s\n", paint.gutter(gutter+" = fix:"), OneLine(f.Fixes[0].Title))
	}
	fmt.Fprintln(w)
}

// line returns the last line of a report.
func (s Summary) line(p painter) string {
	line := s.counts(p)
	for _, left := range []struct {
		n         int
		noun, why string
	}{
		{s.Omitted, "finding", "not shown"}, {s.Known, "finding", "in the baseline"}, {s.Unchanged, "finding", "in unchanged lines"}, {s.Excluded, "file", "excluded"},
	} {
		if left.n > 0 {
			line += "; " + prose.Counted(left.n, left.noun) + " " + left.why
		}
	}
	return line
}

// counts returns the number of findings, and where they are.
func (s Summary) counts(p painter) string {
	var parts []string
	for _, c := range s.bySeverity() {
		if c.n > 0 {
			parts = append(parts, p.severity(c.severity, prose.Counted(c.n, c.noun)))
		}
	}
	if len(parts) == 0 {
		return p.good("no findings") + " in " + prose.Counted(s.FilesChecked, "file")
	}
	return fmt.Sprintf("%s in %s (%s checked)", strings.Join(parts, ", "), prose.Counted(s.Files, "file"), prose.Counted(s.FilesChecked, "file"))
}

// severityCount is the number of findings of a severity.
type severityCount struct {
	severity codes.Severity
	n        int
	noun     string
}

func (s Summary) bySeverity() []severityCount {
	return []severityCount{
		{codes.Error, s.Errors, "error"}, {codes.Warning, s.Warnings, "warning"}, {codes.Information, s.Information, "note"}, {codes.Hint, s.Hints, "hint"},
	}
}

// painter colors parts of the text, or returns them unchanged.
type painter struct{ on bool }

func (s Style) painter() painter { return painter{on: s.Colour} }

var severityColours = levels(color.FgRed, color.FgYellow, color.FgBlue, color.FgCyan)

func (p painter) with(text string, attributes ...color.Attribute) string {
	if !p.on || text == "" {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor() // even if the process's own output is no terminal
	return c.Sprint(text)
}

func (p painter) place(text string) string   { return p.with(text, color.Bold) }
func (p painter) message(text string) string { return p.with(text, color.Bold) }
func (p painter) gutter(text string) string  { return p.with(text, color.FgHiBlack) }
func (p painter) good(text string) string    { return p.with(text, color.FgGreen) }

func (p painter) severity(s codes.Severity, text string) string {
	return p.with(text, severityColours[s], color.Bold)
}

// caretLine colors the carets, but not the space before them.
func (p painter) caretLine(s codes.Severity, line string) string {
	at := strings.IndexByte(line, '^')
	return line[:at] + p.severity(s, line[at:])
}

// concise writes the line of a finding: path:line:column: severity: message [code].
func concise(w io.Writer, f *Finding) { fmt.Fprintln(w, f.line()) }

// line returns a finding on one line.
func (f *Finding) line() string {
	at := f.Range.Start
	return fmt.Sprintf("%s:%d:%d: %s: %s [%s]", OneLine(f.File), at.Line, at.Column, f.Severity, OneLine(f.Message), f.Code)
}

// grouped writes the name of each file with its findings below it, in columns.
func (r *Report) grouped(w io.Writer, style Style) error {
	out := bufio.NewWriter(w)
	paint := style.painter()
	for _, findings := range r.byFile() {
		fmt.Fprintln(out, paint.place(OneLine(findings[0].File)))
		place := func(f *Finding) string { return fmt.Sprintf("%d:%d", f.Range.Start.Line, f.Range.Start.Column) }
		var places, severities, codes int // the widths of columns
		for i := range findings {
			f := &findings[i]
			places, severities, codes = max(places, len(place(f))), max(severities, len(f.Severity.String())), max(codes, len(f.Code))
		}
		for i := range findings {
			f := &findings[i]
			severity := f.Severity.String()
			fmt.Fprintf(out, "  %-*s  %s%s  %-*s  %s\n", places, place(f), paint.severity(f.Severity, severity), strings.Repeat(" ", severities-len(severity)), codes, f.Code, OneLine(f.Message))
		}
		fmt.Fprintln(out)
	}
	textEnd(r, out, style)
	return out.Flush()
}

// kind is what the statistics count together. A code has several severities if settings say so for
// some files.
type kind struct {
	code     codes.Code
	severity codes.Severity
}

// Statistic counts the findings with a code and a severity.
type Statistic struct {
	Code     codes.Code `json:"code"`
	Severity string     `json:"severity"`
	Count    int        `json:"count"`
	Fixable  int        `json:"fixable"` // those that have a fix

	kind  kind
	title string
}

// statistics are the counts of the report, the highest first.
func (r *Report) statistics() []Statistic {
	kinds := slices.SortedFunc(maps.Keys(r.counted.kinds), func(a, b kind) int {
		return cmp.Or(cmp.Compare(r.counted.kinds[b], r.counted.kinds[a]), cmp.Compare(a.severity, b.severity), cmp.Compare(a.code, b.code))
	})
	list := []Statistic{}
	for _, k := range kinds {
		list = append(list, Statistic{k.code, k.severity.String(), r.counted.kinds[k], r.counted.fixable[k], k, r.counted.titles[k.code]})
	}
	return list
}

// statisticsEnd writes the counts, one line for each code, and the summary.
func statisticsEnd(r *Report, w io.Writer, style Style) {
	paint := style.painter()
	list := r.statistics()
	var counts, severities, codeWidth, fixes int // the widths of columns
	fixable := func(s Statistic) string {
		if s.Fixable == 0 {
			return ""
		}
		return fmt.Sprintf("%d fixable", s.Fixable)
	}
	for _, s := range list {
		counts, severities = max(counts, len(fmt.Sprint(s.Count))), max(severities, len(s.Severity))
		codeWidth, fixes = max(codeWidth, len(s.Code)), max(fixes, len(fixable(s)))
	}
	for _, s := range list {
		fmt.Fprintf(w, "%*d  %s  %-*s  %-*s  %s\n", counts, s.Count, paint.severity(s.kind.severity, fmt.Sprintf("%-*s", severities, s.Severity)), codeWidth, s.Code, fixes, fixable(s), OneLine(s.title))
	}
	if len(list) > 0 && !style.Quiet {
		fmt.Fprintln(w)
	}
	textEnd(r, w, style)
}
