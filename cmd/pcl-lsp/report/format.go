package report

import (
	"bufio"
	"io"
	"math"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file lists the output formats.

// Format is an output format. It consists of lines that are written one finding after the
// other, or is a document as a whole.
type Format struct {
	// Name is the name for --format, and About says who reads it.
	Name, About string
	// Shares means that the format can share a stream with others, and Reads that it is text for
	// people to read, such as a log.
	Shares, Reads bool
	// Fixes is the number of findings, from the first, whose fixes are shown.
	Fixes int
	// Fingerprints means that it shows the fingerprints of findings, and Quotes that it shows
	// the lines with findings.
	Fingerprints, Quotes bool
	// Records means that it keeps the sections of the report.
	Records bool
	// Commands means that it consists of commands to a CI system, in which it escapes what is foreign.
	Commands bool

	lines func(style Style) func(w io.Writer, f *Finding)
	last  func(r *Report, w io.Writer, style Style) // what follows the lines; may be nil
	whole func(r *Report, w io.Writer, style Style) error
}

// IsLines reports whether findings can be written as they come in.
func (f Format) IsLines() bool { return f.lines != nil }

// Begin returns what writes the findings of a report in order. The format must consist of lines.
func (f Format) Begin(style Style) func(w io.Writer, f *Finding) {
	line := f.lines(style)
	return func(w io.Writer, one *Finding) { line(f.safe(w), one) }
}

// safe returns a writer to a stream that lets no CI system find a command in what is foreign.
func (f Format) safe(w io.Writer) io.Writer {
	if f.Commands {
		return w
	}
	return NewLog(w)
}

// End writes what follows the findings.
func (f Format) End(r *Report, w io.Writer, style Style) {
	if f.last != nil {
		f.last(r, f.safe(w), style)
	}
}

// Write writes a report that has kept its findings. The style applies to text.
func (f Format) Write(r *Report, w io.Writer, style Style) error {
	if f.whole != nil {
		return f.whole(r, f.safe(w), style)
	}
	out := bufio.NewWriter(f.safe(w))
	line := f.lines(style)
	for i := range r.Shown() {
		line(out, &r.Findings[i])
	}
	f.End(r, out, style)
	return out.Flush() // reports an error of any write
}

// Counting returns the format of a report with statistics. In formats for people, they replace the
// findings.
func (f Format) Counting() Format {
	if f.Reads {
		f.lines, f.last, f.whole = always(func(io.Writer, *Finding) {}), statisticsEnd, nil
	}
	f.Fixes = AllFixes
	return f
}

// levels are what a format calls the severities.
func levels[T any](err, warning, information, hint T) map[codes.Severity]T {
	return map[codes.Severity]T{codes.Error: err, codes.Warning: warning, codes.Information: information, codes.Hint: hint}
}

// always is a format of lines that remembers nothing between them and has no style.
func always(line func(w io.Writer, f *Finding)) func(Style) func(io.Writer, *Finding) {
	return func(Style) func(io.Writer, *Finding) { return line }
}

// unstyled is a format that is a document and has no style.
func unstyled(write func(r *Report, w io.Writer) error) func(*Report, io.Writer, Style) error {
	return func(r *Report, w io.Writer, _ Style) error { return write(r, w) }
}

// AllFixes are the fixes of all findings.
const AllFixes = math.MaxInt

// Needs returns what some formats need together: fixes, fingerprints, quotes and sections.
func Needs(formats []Format) (all Format) {
	for _, f := range formats {
		all.Fixes = max(all.Fixes, f.Fixes)
		all.Fingerprints = all.Fingerprints || f.Fingerprints
		all.Quotes = all.Quotes || f.Quotes
		all.Records = all.Records || f.Records
	}
	return all
}

// Formats returns all formats, those for people first.
func Formats() []Format {
	return []Format{
		{Name: "text", About: "for people, with source lines", Shares: true, Reads: true, Fixes: hinted, Quotes: true, lines: textLines, last: textEnd},
		{Name: "concise", About: "for people and editors, one line for each finding", Shares: true, Reads: true, lines: always(concise)},
		{Name: "grouped", About: "for people, one line for each finding, below the name of its file", Shares: true, Reads: true, whole: (*Report).grouped},
		{Name: "json", About: "for programs, one document", Fixes: AllFixes, Fingerprints: true, whole: unstyled((*Report).JSON)},
		{Name: "jsonl", About: "for programs, one document for each finding", Fixes: AllFixes, Fingerprints: true, lines: jsonLines},
		{Name: "sarif", About: "SARIF 2.1.0, for code scanning", Fixes: AllFixes, Fingerprints: true, whole: unstyled((*Report).SARIF)},
		{Name: "junit", About: "test reports for CI systems", whole: unstyled((*Report).JUnit)},
		{Name: "checkstyle", About: "Checkstyle, for Jenkins and others", whole: unstyled((*Report).Checkstyle)},
		{Name: "github", About: "annotations in GitHub Actions", Shares: true, Commands: true, lines: always(gitHub)},
		{Name: "gitlab", About: "GitLab code quality", Fingerprints: true, whole: unstyled((*Report).GitLab)},
		{Name: "rdjson", About: "reviewdog", Fixes: AllFixes, whole: unstyled((*Report).RDJSON)},
		{Name: "teamcity", About: "inspections in TeamCity", Shares: true, Commands: true, lines: teamCityLines},
		{Name: "azure", About: "issues in Azure Pipelines", Shares: true, Commands: true, lines: always(azure)},
		{Name: "markdown", About: "a comment for pull requests", whole: unstyled((*Report).Markdown)},
		{Name: "html", About: "a page to keep or to publish, without scripts", Fixes: hinted, Quotes: true, whole: unstyled((*Report).HTML)},
		{Name: "record", About: "for `pcl-lsp report merge`, which merges the reports of several checks", Fixes: AllFixes, Fingerprints: true, Quotes: true, Records: true, whole: unstyled((*Report).writeRecord)},
	}
}

// FormatNamed returns the format with a name.
func FormatNamed(name string) (Format, bool) {
	known := Formats()
	i := slices.IndexFunc(known, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return known[i], true
}
