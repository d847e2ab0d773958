package report

import (
	"encoding/xml"
	"io"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements the Checkstyle format.

type checkstyleReport struct {
	XMLName    xml.Name         `xml:"checkstyle"`
	Version    string           `xml:"version,attr"`
	Files      []checkstyleFile `xml:"file"`
	Exceptions []string         `xml:"exception"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// checkstyleVersion is the version of the format.
const checkstyleVersion = "8.0"

var checkstyleSeverities = map[codes.Severity]string{
	codes.Error: "error", codes.Warning: "warning", codes.Information: "info", codes.Hint: "info",
}

// Checkstyle writes the findings by file. What could not be checked is an exception.
func (r *Report) Checkstyle(w io.Writer) error {
	out := checkstyleReport{Version: checkstyleVersion, Exceptions: r.Problems}
	for _, findings := range r.byFile() {
		file := checkstyleFile{Name: findings[0].File}
		for _, f := range findings {
			at := f.Range.Start
			file.Errors = append(file.Errors, checkstyleError{at.Line, at.Column, checkstyleSeverities[f.Severity], f.Message, "pcl-lsp." + string(f.Code)})
		}
		out.Files = append(out.Files, file)
	}
	return writeXML(w, out)
}
