package report

import (
	"io"
	"math"
	"slices"
)

// This file lists the forms that a report can be written in.

// Format is one form of a report.
type Format struct {
	// Name is what users call it, and About says whom it is for.
	Name, About string
	// Lines says that it consists of lines that may stand between others, so that it
	// can share a stream.
	Lines bool
	// Fixes is of how many findings it shows what can be done about them: the first ones.
	Fixes int
	// Fingerprints says that it shows the fingerprints of findings.
	Fingerprints bool
	// Write writes the report; text is decorated as the style says.
	Write func(r *Report, w io.Writer, style Style) error
}

// plain is a writer that knows no decoration.
func plain(write func(*Report, io.Writer) error) func(*Report, io.Writer, Style) error {
	return func(r *Report, w io.Writer, _ Style) error { return write(r, w) }
}

const (
	// hinted is of how many findings people are told what can be done.
	//
	// Why not of all: a fix is tried before it is offered, and nobody reads thousands of
	// findings that were not there a second ago.
	hinted = 100
	all    = math.MaxInt
)

// Formats are all forms, those for people first.
func Formats() []Format {
	return []Format{
		{Name: "text", About: "people, with source lines", Lines: true, Fixes: hinted, Write: (*Report).WriteText},
		{Name: "concise", About: "people and editors, a line for each finding", Lines: true, Write: plain((*Report).Concise)},
		{Name: "json", About: "programs, as one document", Fixes: all, Fingerprints: true, Write: plain((*Report).JSON)},
		{Name: "jsonl", About: "programs, a document for each finding", Fixes: all, Fingerprints: true, Write: plain((*Report).JSONLines)},
		{Name: "sarif", About: "code scanning: SARIF 2.1.0", Fixes: all, Fingerprints: true, Write: plain((*Report).SARIF)},
		{Name: "junit", About: "test reports of CI systems", Write: plain((*Report).JUnit)},
		{Name: "checkstyle", About: "Jenkins and others that read Checkstyle", Write: plain((*Report).Checkstyle)},
		{Name: "github", About: "annotations of GitHub Actions", Lines: true, Write: plain((*Report).GitHub)},
		{Name: "gitlab", About: "GitLab code quality", Fingerprints: true, Write: plain((*Report).GitLab)},
		{Name: "rdjson", About: "reviewdog", Fixes: all, Write: plain((*Report).RDJSON)},
		{Name: "teamcity", About: "inspections of TeamCity", Lines: true, Write: plain((*Report).TeamCity)},
		{Name: "azure", About: "issues of Azure Pipelines", Lines: true, Write: plain((*Report).Azure)},
	}
}

// FormatNamed is the form with a name.
func FormatNamed(name string) (Format, bool) {
	known := Formats()
	i := slices.IndexFunc(known, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return known[i], true
}
