package report

import (
	"io"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements the diagnostic format of reviewdog, whose columns count bytes.

type rdDocument struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
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
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
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

var rdSeverities = map[codes.Severity]string{
	codes.Error: "ERROR", codes.Warning: "WARNING", codes.Information: "INFO", codes.Hint: "INFO",
}

// RDJSON writes the findings as one document. Fixes with a single edit become suggestions;
// the format has no suggestions with several edits.
func (r *Report) RDJSON(w io.Writer) error {
	doc := rdDocument{Source: rdSource{"pcl-lsp", homepage}, Diagnostics: []rdDiagnostic{}}
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
	return rdRange{rdPosition{r.Start.Line, r.Start.ByteColumn}, rdPosition{r.End.Line, r.End.ByteColumn}}
}
