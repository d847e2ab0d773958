package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements issues: commands in the output of an Azure Pipelines job, which has
// only errors and warnings.

var azureTypes = map[codes.Severity]string{
	codes.Error: "error", codes.Warning: "warning", codes.Information: "warning", codes.Hint: "warning",
}

// The percent sign has its own escape sequence.
var (
	azureMessage  = strings.NewReplacer("%", "%AZP25", "\r", "%0D", "\n", "%0A")
	azureProperty = strings.NewReplacer("%", "%AZP25", "\r", "%0D", "\n", "%0A", "]", "%5D", ";", "%3B")
)

// azure writes the command of a finding.
func azure(w io.Writer, f *Finding) {
	fmt.Fprintf(w, "##vso[task.logissue type=%s;sourcepath=%s;linenumber=%d;columnnumber=%d;code=%s;]%s\n", azureTypes[f.Severity],
		azureProperty.Replace(still(f.File)), f.Range.Start.Line, f.Range.Start.Column, azureProperty.Replace(string(f.Code)), azureMessage.Replace(still(f.Message)))
}
