package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// This file implements the text format that groups findings by file.

// grouped writes the name of each file with its findings below it, in columns.
func (r *Report) grouped(w io.Writer, style Style) error {
	out := bufio.NewWriter(w)
	paint := style.painter()
	for _, findings := range r.byFile() {
		fmt.Fprintln(out, paint.place(OneLine(findings[0].File)))
		place := func(f *Finding) string { return fmt.Sprintf("%d:%d", f.Range.Start.Line, f.Range.Start.Column) }
		var places, severities, codes int // the widths of columns
		for i := range findings {
			f := &findings[i]
			places, severities, codes = max(places, len(place(f))), max(severities, len(f.Severity.String())), max(codes, len(f.Code))
		}
		for i := range findings {
			f := &findings[i]
			severity := f.Severity.String()
			fmt.Fprintf(out, "  %-*s  %s%s  %-*s  %s\n", places, place(f), paint.severity(f.Severity, severity), strings.Repeat(" ", severities-len(severity)), codes, f.Code, OneLine(f.Message))
		}
		fmt.Fprintln(out)
	}
	textEnd(r, out, style)
	return out.Flush()
}
