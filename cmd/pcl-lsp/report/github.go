package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements annotations: commands in the output of a GitHub Actions job.

var githubCommands = map[codes.Severity]string{
	codes.Error: "error", codes.Warning: "warning", codes.Information: "notice", codes.Hint: "notice",
}

// Special characters in commands are percent-encoded. Property values have more of them.
var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// gitHub writes the command of a finding. The name of the file is relative to the repository.
func gitHub(w io.Writer, f *Finding) {
	at := f.Range
	place := fmt.Sprintf("line=%d,endLine=%d", at.Start.Line, at.End.Line)
	if at.Start.Line == at.End.Line { // GitHub rejects columns of ranges over several lines
		place = fmt.Sprintf("line=%d,col=%d,endLine=%d,endColumn=%d", at.Start.Line, at.Start.Column, at.End.Line, at.End.Column)
	}
	fmt.Fprintf(w, "::%s file=%s,%s,title=%s::%s\n", githubCommands[f.Severity],
		githubProperty.Replace(still(f.InRepository)), place, githubProperty.Replace(string(f.Code)), githubMessage.Replace(still(f.Message)))
}
