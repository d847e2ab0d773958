package report

import (
	"io"
	"math"
	"slices"
)

// This file lists the output formats.

// Format is an output format.
type Format struct {
	// Name is the name for --format, and About says who reads it.
	Name, About string
	// Lines means that the format consists of lines, so that it can share a stream.
	Lines bool
	// Fixes is the number of findings, from the first, whose fixes are shown.
	Fixes int
	// Fingerprints means that it shows the fingerprints of findings.
	Fingerprints bool
	// Write writes the report. The style applies to text.
	Write func(r *Report, w io.Writer, style Style) error
}

// plain adapts a writer that ignores the style.
func plain(write func(*Report, io.Writer) error) func(*Report, io.Writer, Style) error {
	return func(r *Report, w io.Writer, _ Style) error { return write(r, w) }
}

const (
	// hinted is the number of findings with fixes in the text format.
	//
	// Why not all: every fix is checked before it is offered, and nobody reads thousands of
	// new findings.
	hinted = 100
	all    = math.MaxInt
)

// Formats returns all formats, those for people first.
func Formats() []Format {
	return []Format{
		{Name: "text", About: "for people, with source lines", Lines: true, Fixes: hinted, Write: (*Report).WriteText},
		{Name: "concise", About: "for people and editors, one line for each finding", Lines: true, Write: plain((*Report).Concise)},
		{Name: "json", About: "for programs, one document", Fixes: all, Fingerprints: true, Write: plain((*Report).JSON)},
		{Name: "jsonl", About: "for programs, one document for each finding", Fixes: all, Fingerprints: true, Write: plain((*Report).JSONLines)},
		{Name: "sarif", About: "SARIF 2.1.0, for code scanning", Fixes: all, Fingerprints: true, Write: plain((*Report).SARIF)},
		{Name: "junit", About: "test reports for CI systems", Write: plain((*Report).JUnit)},
		{Name: "checkstyle", About: "Checkstyle, for Jenkins and others", Write: plain((*Report).Checkstyle)},
		{Name: "github", About: "annotations in GitHub Actions", Lines: true, Write: plain((*Report).GitHub)},
		{Name: "gitlab", About: "GitLab code quality", Fingerprints: true, Write: plain((*Report).GitLab)},
		{Name: "rdjson", About: "reviewdog", Fixes: all, Write: plain((*Report).RDJSON)},
		{Name: "teamcity", About: "inspections in TeamCity", Lines: true, Write: plain((*Report).TeamCity)},
		{Name: "azure", About: "issues in Azure Pipelines", Lines: true, Write: plain((*Report).Azure)},
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
