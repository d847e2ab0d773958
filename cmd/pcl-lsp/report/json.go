package report

import (
	"encoding/json"
	"io"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements the JSON formats. doc.go describes their fields.

// formatVersion is the version of the format.
const formatVersion = 1

type document struct {
	Version  int       `json:"version"`
	Findings []finding `json:"findings"`
	Summary  Summary   `json:"summary"`
	Schemas  []Schema  `json:"schemas"`
	Problems []string  `json:"problems"`
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

// JSON writes the report as one JSON document.
func (r *Report) JSON(w io.Writer) error {
	doc := document{
		Version: formatVersion, Summary: r.Summary(),
		Findings: []finding{}, Schemas: append([]Schema{}, r.Schemas...), Problems: append([]string{}, r.Problems...),
	}
	m := r.mappers()
	for _, f := range r.Shown() {
		doc.Findings = append(doc.Findings, r.finding(m, f))
	}
	return WriteJSON(w, doc)
}

// JSONLines writes each finding as a JSON document on a line.
func (r *Report) JSONLines(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	m := r.mappers()
	for _, f := range r.Shown() {
		if err := e.Encode(r.finding(m, f)); err != nil {
			return err
		}
	}
	return nil
}

func (r *Report) finding(m mappers, f Finding) finding {
	out := finding{
		Code: string(f.Code), Severity: f.Severity.String(), Message: f.Message,
		File: r.Name(f.Path), Range: m.span(f.Path, f.Span), Related: []related{}, Fixes: []fix{}, Tags: []string{},
		Fingerprint: f.Fingerprint, URL: f.Code.Link(),
	}
	if tag := tagNames[f.Code.Tag()]; tag != "" {
		out.Tags = append(out.Tags, tag)
	}
	for _, rel := range f.Related {
		out.Related = append(out.Related, related{rel.Message, r.Name(rel.Path), m.span(rel.Path, rel.Span)})
	}
	for _, x := range f.Fixes {
		out.Fixes = append(out.Fixes, r.fix(m, x))
	}
	return out
}

func (r *Report) fix(m mappers, x Fix) fix {
	out := fix{Title: x.Title, Safety: "unsafe", Edits: []edit{}, Command: x.Command}
	switch {
	case len(x.Edits) == 0:
		out.Safety = "manual"
	case x.Safe:
		out.Safety = "safe"
	}
	for _, e := range x.Edits {
		out.Edits = append(out.Edits, edit{r.Name(e.Path), m.span(e.Path, e.Span), e.Text})
	}
	return out
}

// tagNames are the names of tags in JSON.
var tagNames = map[codes.Tag]string{codes.Unnecessary: "unnecessary", codes.Deprecated: "deprecated"}

// WriteJSON writes a value as indented JSON that keeps <, > and & readable.
func WriteJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
