package report

import (
	"bufio"
	"fmt"
	"io"
)

// This file implements the format with one line for each finding.

// Concise writes a line for each finding: path:line:column: severity: message [code].
func (r *Report) Concise(w io.Writer) error {
	out := bufio.NewWriter(w)
	m := r.mappers()
	for _, f := range r.Shown() {
		fmt.Fprintln(out, r.line(m, f))
	}
	return out.Flush()
}

// line returns a finding on one line.
func (r *Report) line(m mappers, f Finding) string {
	at := m.at(f.Path, f.Span.Start)
	return fmt.Sprintf("%s:%d:%d: %s: %s [%s]", lineStart(r.Name(f.Path)), at.Line, at.Column, f.Severity, OneLine(f.Message), f.Code)
}
