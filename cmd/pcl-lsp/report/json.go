package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the JSON formats: our own, whose fields report.go describes, GitLab code quality, and the
// diagnostic format of reviewdog, whose columns count bytes.

// formatVersion is the version of the format.
const formatVersion = 1

type document struct {
	Version  int       `json:"version"`
	Findings []finding `json:"findings"`
	Summary  Summary   `json:"summary"`
	// Languages are the versions of the language that programs were judged by.
	Languages []Language `json:"languages"`
	Schemas   []Schema   `json:"schemas"`
	Problems  []string   `json:"problems"`
	Names     []*Names   `json:"names,omitempty"`
	// Statistics is nil unless they were requested.
	Statistics *[]Statistic `json:"statistics,omitempty"`
}

type finding struct {
	Code        string    `json:"code"`
	Severity    string    `json:"severity"`
	Message     string    `json:"message"`
	File        string    `json:"file"`
	Range       textRange `json:"range"`
	Related     []related `json:"related"`
	Fixes       []fix     `json:"fixes"`
	Tags        []string  `json:"tags"`
	Fingerprint string    `json:"fingerprint"`
	URL         string    `json:"url"`
}

type related struct {
	Message string    `json:"message"`
	File    string    `json:"file"`
	Range   textRange `json:"range"`
}

type fix struct {
	Title   string `json:"title"`
	Safety  string `json:"safety"` // safe, unsafe, or manual
	Edits   []edit `json:"edits"`
	Command string `json:"command,omitempty"`
}

type edit struct {
	File  string    `json:"file"`
	Range textRange `json:"range"`
	Text  string    `json:"text"`
}

// position is a position in a file, counted from 1. Byte is its offset from 0.
type position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

// textRange is a part of a file. Its end is the position after its last character.
type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

func textRangeOf(r Range) textRange {
	return textRange{position{r.Start.Line, r.Start.Column, r.Start.Byte}, position{r.End.Line, r.End.Column, r.End.Byte}}
}

// JSON writes the report as one JSON document.
func (r *Report) JSON(w io.Writer) error {
	doc := document{
		Version: formatVersion, Summary: r.Summary(),
		Findings: []finding{}, Languages: append([]Language{}, r.Languages...), Schemas: append([]Schema{}, r.Schemas...), Problems: append([]string{}, r.Problems...), Names: r.Names,
	}
	if r.Counts {
		list := r.statistics()
		doc.Statistics = &list
	}
	for i := range r.Shown() {
		doc.Findings = append(doc.Findings, findingOf(&r.Findings[i]))
	}
	return WriteJSON(w, doc)
}

// jsonLines writes each finding as a JSON document on a line.
func jsonLines(Style) func(io.Writer, *Finding) {
	return func(w io.Writer, f *Finding) {
		_ = encoderOf(w, "").Encode(findingOf(f)) // fails only if writing does, which the writer remembers
	}
}

func findingOf(f *Finding) finding {
	out := finding{
		Code: string(f.Code), Severity: f.Severity.String(), Message: f.Message,
		File: f.File, Range: textRangeOf(f.Range), Related: []related{}, Fixes: []fix{}, Tags: []string{},
		Fingerprint: f.Fingerprint, URL: f.Code.Link(),
	}
	if tag := tagNames[f.Code.Tag()]; tag != "" {
		out.Tags = append(out.Tags, tag)
	}
	for _, rel := range f.Related {
		out.Related = append(out.Related, related{rel.Message, rel.File, textRangeOf(rel.Range)})
	}
	out.Fixes = append(out.Fixes, lists.Map(f.Fixes, fixOf)...)
	return out
}

func fixOf(x Fix) fix {
	out := fix{Title: x.Title, Safety: "unsafe", Edits: []edit{}, Command: x.Command}
	switch {
	case len(x.Edits) == 0:
		out.Safety = "manual"
	case x.Safe:
		out.Safety = "safe"
	}
	for _, e := range x.Edits {
		out.Edits = append(out.Edits, edit{e.File, textRangeOf(e.Range), e.Text})
	}
	return out
}

// tagNames are the names of tags in JSON.
var tagNames = map[codes.Tag]string{codes.Unnecessary: "unnecessary", codes.Deprecated: "deprecated"}

// Write writes an answer in one of its formats: json, markdown or, by default, text for people to read.
func Write(w io.Writer, format string, document any, markdown, text func(io.Writer) error) error {
	switch format {
	case "json":
		return WriteJSON(w, document)
	case "markdown":
		return markdown(w)
	}
	return text(NewPlain(w))
}

// WriteJSON writes a value as indented JSON that keeps <, > and & readable.
func WriteJSON(w io.Writer, value any) error { return encoderOf(w, "  ").Encode(value) }

// encoderOf also writes ## in a way in which no CI system takes the start of a string for a command.
func encoderOf(w io.Writer, indent string) *json.Encoder {
	e := json.NewEncoder(harmless{w})
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	return e
}

// harmless is a writer that gets whole texts in JSON, and writes them without ##.
type harmless struct{ to io.Writer }

func (h harmless) Write(text []byte) (int, error) {
	safe := text
	if bytes.Contains(text, []byte("##")) { // otherwise it would be copied
		safe = bytes.ReplaceAll(text, []byte("##"), []byte(`#\u0023`))
	}
	_, err := h.to.Write(safe)
	return len(text), err
}

type gitlabIssue struct {
	Description string `json:"description"`
	Check       string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path      string `json:"path"`
		Positions struct {
			Begin place `json:"begin"`
			End   place `json:"end"`
		} `json:"positions"`
	} `json:"location"`
}

// place is a place in a file.
type place struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

var gitlabSeverities = levels("critical", "major", "minor", "info")

// GitLab writes the findings as a JSON array.
func (r *Report) GitLab(w io.Writer) error {
	issues := []gitlabIssue{}
	for _, f := range r.Shown() {
		issue := gitlabIssue{
			Description: f.Message, Check: string(f.Code), Fingerprint: f.Fingerprint, Severity: gitlabSeverities[f.Severity],
		}
		at := &issue.Location
		at.Path = f.File
		at.Positions.Begin = place{f.Range.Start.Line, f.Range.Start.Column}
		at.Positions.End = place{f.Range.End.Line, f.Range.End.Column}
		issues = append(issues, issue)
	}
	return WriteJSON(w, issues)
}

type rdDocument struct {
	Source struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	} `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Related     []rdRelated    `json:"related_locations,omitempty"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdRange struct {
	Start place `json:"start"`
	End   place `json:"end"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

var rdSeverities = levels("ERROR", "WARNING", "INFO", "INFO")

// RDJSON writes the findings as one document. Fixes with a single edit become suggestions;
// the format has no suggestions with several edits.
func (r *Report) RDJSON(w io.Writer) error {
	doc := rdDocument{Diagnostics: []rdDiagnostic{}}
	doc.Source.Name, doc.Source.URL = "pcl-lsp", homepage
	for _, f := range r.Shown() {
		d := rdDiagnostic{
			Message: f.Message, Severity: rdSeverities[f.Severity], Code: rdCode{string(f.Code), f.Code.Link()},
			Location: rdLocation{f.File, rdRangeOf(f.Range)},
		}
		for _, x := range f.Fixes {
			if len(x.Edits) == 1 && x.Edits[0].File == f.File {
				d.Suggestions = append(d.Suggestions, rdSuggestion{rdRangeOf(x.Edits[0].Range), x.Edits[0].Text})
			}
		}
		for _, rel := range f.Related {
			d.Related = append(d.Related, rdRelated{rel.Message, rdLocation{rel.File, rdRangeOf(rel.Range)}})
		}
		doc.Diagnostics = append(doc.Diagnostics, d)
	}
	return WriteJSON(w, doc)
}

func rdRangeOf(r Range) rdRange {
	return rdRange{place{r.Start.Line, r.Start.ByteColumn}, place{r.End.Line, r.End.ByteColumn}}
}
