package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements annotations: commands in the output of a GitHub Actions job.

var githubCommands = map[codes.Severity]string{
	codes.Error: "error", codes.Warning: "warning", codes.Information: "notice", codes.Hint: "notice",
}

// What has a meaning in a command is written as a browser writes it in an address. In
// the value of a property that is more.
var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub writes a command for each finding. Files are named as the repository knows
// them, wherever the command runs.
func (r *Report) GitHub(w io.Writer) error {
	out := bufio.NewWriter(w)
	m := r.mappers()
	name := r.Name
	if r.InRepository != nil {
		name = r.InRepository
	}
	for _, f := range r.Shown() {
		at := m.span(f.Path, f.Span)
		place := fmt.Sprintf("line=%d,endLine=%d", at.Start.Line, at.End.Line)
		if at.Start.Line == at.End.Line { // columns of several lines are refused
			place = fmt.Sprintf("line=%d,col=%d,endLine=%d,endColumn=%d", at.Start.Line, at.Start.Column, at.End.Line, at.End.Column)
		}
		fmt.Fprintf(out, "::%s file=%s,%s,title=%s::%s\n", githubCommands[f.Severity],
			githubProperty.Replace(still(name(f.Path))), place, githubProperty.Replace(string(f.Code)), githubMessage.Replace(still(f.Message)))
	}
	return out.Flush()
}
