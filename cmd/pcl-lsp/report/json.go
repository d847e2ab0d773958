package report

import (
	"encoding/json"
	"io"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements the JSON form. Its fields are described in doc.go.

// formatVersion is the version of the document's form.
const formatVersion = 1

type document struct {
	Version  int       `json:"version"`
	Findings []finding `json:"findings"`
	Summary  Summary   `json:"summary"`
	Schemas  []Schema  `json:"schemas"`
	Problems []string  `json:"problems"`
}

type finding struct {
	Code     string    `json:"code"`
	Severity string    `json:"severity"`
	Message  string    `json:"message"`
	File     string    `json:"file"`
	Range    textRange `json:"range"`
	Related  []related `json:"related"`
}

type related struct {
	Message string    `json:"message"`
	File    string    `json:"file"`
	Range   textRange `json:"range"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Byte   int `json:"byte"`
}

// JSON writes the report as one JSON document.
func (r *Report) JSON(w io.Writer) error {
	doc := document{
		Version: formatVersion, Summary: r.Summary(),
		Findings: []finding{}, Schemas: append([]Schema{}, r.Schemas...), Problems: append([]string{}, r.Problems...),
	}
	m := r.mappers()
	for _, d := range r.sorted() {
		f := finding{
			Code: string(d.Code), Severity: d.Severity.String(), Message: d.Message,
			File: r.Name(d.Path), Range: m.textRange(d.Path, d.Span), Related: []related{},
		}
		for _, rel := range d.Related {
			f.Related = append(f.Related, related{rel.Message, r.Name(rel.Path), m.textRange(rel.Path, rel.Span)})
		}
		doc.Findings = append(doc.Findings, f)
	}
	return WriteJSON(w, doc)
}

// WriteJSON writes a value as indented JSON that keeps <, > and & readable.
func WriteJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

func (m mappers) textRange(path string, span syntax.Span) textRange {
	at := func(offset int) position {
		line, column := m.position(path, offset)
		return position{line, column, offset}
	}
	return textRange{at(span.Start), at(span.End)}
}
