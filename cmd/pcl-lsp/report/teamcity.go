package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements TeamCity inspections: service messages in the output of a build, with
// lines but no columns.

var teamcitySeverities = map[codes.Severity]string{
	codes.Error: "ERROR", codes.Warning: "WARNING", codes.Information: "WEAK WARNING", codes.Hint: "INFO",
}

// teamCityLines writes the type of each inspection before the first finding of it.
func teamCityLines(Style) func(io.Writer, *Finding) {
	told := map[codes.Code]bool{}
	return func(w io.Writer, f *Finding) {
		if !told[f.Code] {
			told[f.Code] = true
			id, title := teamcity(string(f.Code)), teamcity(sentence(f.title(), f.Code))
			fmt.Fprintf(w, "##teamcity[inspectionType id='%s' name='%s' category='PCL' description='%s']\n", id, id, title)
		}
		fmt.Fprintf(w, "##teamcity[inspection typeId='%s' message='%s' file='%s' line='%d' SEVERITY='%s']\n",
			teamcity(string(f.Code)), teamcity(f.Message), teamcity(f.File), f.Range.Start.Line, teamcitySeverities[f.Severity])
	}
}

// teamcity escapes an attribute value. Characters outside ASCII become numbers, because the
// build log may have any encoding.
func teamcity(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune("|'[]", r):
			b.WriteByte('|')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString("|n")
		case r == '\r':
			b.WriteString("|r")
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, "|0x%04X", unit)
			}
		}
	}
	return b.String()
}
