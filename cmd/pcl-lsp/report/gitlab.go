package report

import (
	"io"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements GitLab code quality reports.

type gitlabIssue struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path      string          `json:"path"`
	Positions gitlabPositions `json:"positions"`
}

type gitlabPositions struct {
	Begin gitlabPosition `json:"begin"`
	End   gitlabPosition `json:"end"`
}

type gitlabPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

var gitlabSeverities = map[codes.Severity]string{
	codes.Error: "critical", codes.Warning: "major", codes.Information: "minor", codes.Hint: "info",
}

// GitLab writes the findings as a JSON array.
func (r *Report) GitLab(w io.Writer) error {
	issues := []gitlabIssue{}
	for _, f := range r.Shown() {
		at := f.Range
		issues = append(issues, gitlabIssue{
			Description: f.Message, Check: string(f.Code), Fingerprint: f.Fingerprint, Severity: gitlabSeverities[f.Severity],
			Location: gitlabLocation{f.File, gitlabPositions{
				gitlabPosition{at.Start.Line, at.Start.Column}, gitlabPosition{at.End.Line, at.End.Column},
			}},
		})
	}
	return WriteJSON(w, issues)
}
