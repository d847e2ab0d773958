package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements commands in the logs of CI systems: annotations in GitHub Actions, issues in Azure Pipelines
// (which has only errors and warnings), and inspections in TeamCity (which has lines but no columns). It also has the
// rule of what these systems take for a command. It is the only place that knows.

// bracketed are the starts of commands in the middle of a line, without the bracket.
var bracketed = []string{"##", "##vso", "##teamcity"}

// commandRule is what CI systems take for a command. GitHub Actions obeys a line that starts with "::". It first
// removes white space, in the sense of Unicode, and it compares texts as a language does, so that invisible characters
// do not count. In the middle of a line, it obeys "##[", Azure Pipelines "##vso[" and TeamCity "##teamcity[".
//
// It reads a text and replaces one character of each command. It only looks back, so a text may arrive in
// pieces. The zero value is at the start of a line.
type commandRule struct {
	inLine  bool   // something other than blanks, or one colon, is in the line
	colon   bool   // the line has started with a colon
	started []byte // what may be the start of a bracketed command, in lower case
}

// next returns what to show for the next character of the text.
func (c *commandRule) next(r rune) rune {
	switch {
	case r == '\n', r == '\r':
		*c = commandRule{}
	case isInvisible(r):
	case c.completes(r), c.startsLine(r):
		return utf8.RuneError
	}
	return r
}

// startsLine reports whether a character is the second colon of a line.
func (c *commandRule) startsLine(r rune) bool {
	second := !c.inLine && c.colon && r == ':'
	switch {
	case r == ':' && !c.colon:
		c.colon = true
	case c.colon || !unicode.IsSpace(r):
		c.inLine = true
	}
	return second
}

// completes reports whether a character is the bracket of a command.
func (c *commandRule) completes(r rune) bool {
	lower := unicode.ToLower(r)
	switch {
	case r == '#' && string(c.started) == "##":
	case r == '#' && string(c.started) != "#":
		c.started = append(c.started[:0], '#')
	case r == '#', len(c.started) > 1 && len(c.started) < len("##teamcity") && 'a' <= lower && lower <= 'z':
		c.started = append(c.started, byte(lower))
	default:
		isCommand := r == '[' && slices.Contains(bracketed, string(c.started))
		c.started = c.started[:0]
		return isCommand
	}
	return false
}

// isInvisible reports whether a character takes no place in a line, so that a comparison may ignore it.
func isInvisible(r rune) bool {
	return r >= utf8.RuneSelf && unicode.In(r, unicode.C, unicode.M, unicode.Other_Default_Ignorable_Code_Point) && r != '\u0085' ||
		r < utf8.RuneSelf && unicode.IsControl(r) && !unicode.IsSpace(r)
}

var githubCommands = levels("error", "warning", "notice", "notice")

// In GitHub, special characters in commands are percent-encoded. Property values have more of them.
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

var azureTypes = levels("error", "warning", "warning", "warning")

// In Azure, the percent sign has its own escape sequence.
var (
	azureMessage  = strings.NewReplacer("%", "%AZP25", "\r", "%0D", "\n", "%0A")
	azureProperty = strings.NewReplacer("%", "%AZP25", "\r", "%0D", "\n", "%0A", "]", "%5D", ";", "%3B")
)

// azure writes the command of a finding.
func azure(w io.Writer, f *Finding) {
	fmt.Fprintf(w, "##vso[task.logissue type=%s;sourcepath=%s;linenumber=%d;columnnumber=%d;code=%s;]%s\n", azureTypes[f.Severity],
		azureProperty.Replace(still(f.File)), f.Range.Start.Line, f.Range.Start.Column, azureProperty.Replace(string(f.Code)), azureMessage.Replace(still(f.Message)))
}

var teamcitySeverities = levels("ERROR", "WARNING", "WEAK WARNING", "INFO")

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
