package report

import (
	"fmt"
	"io"
)

// This file implements the format with one line for each finding.

// concise writes the line of a finding: path:line:column: severity: message [code].
func concise(w io.Writer, f *Finding) { fmt.Fprintln(w, f.line()) }

// line returns a finding on one line.
func (f *Finding) line() string {
	at := f.Range.Start
	return fmt.Sprintf("%s:%d:%d: %s: %s [%s]", OneLine(f.File), at.Line, at.Column, f.Severity, OneLine(f.Message), f.Code)
}
