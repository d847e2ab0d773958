package report

import (
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file keeps texts that come from elsewhere from being more than text where they are
// shown: names of files, of declarations and of settings, lines of programs, and what
// schemas and other programs say. A terminal obeys control characters, a reader believes
// the order in which characters stand, and the machines of CI obey certain lines of a log.

// commands are what machines of CI take for commands wherever it stands in a line: those
// of Azure Pipelines, GitHub Actions and TeamCity.
var commands = regexp.MustCompile(`(?i)#(#(?:vso|teamcity)?\[)`)

// lineCommand is what GitHub Actions takes for a command at the beginning of a line.
var lineCommand = regexp.MustCompile(`^\s*:(:)`)

// steers reports whether a character moves a cursor, ends a line, or reorders the text
// around it, which would make a line look like another one.
func steers(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == '\u2028' || r == '\u2029'
}

// withoutCommands is a line in which no machine finds a command, of the same width.
func withoutCommands(line string) string {
	return commands.ReplaceAllStringFunc(line, func(found string) string { return string(utf8.RuneError) + found[1:] })
}

// OneLine is a text on one line, without characters that would change a terminal.
func OneLine(text string) string {
	shown, _ := printable(text, 0)
	return withoutCommands(shown)
}

// lineStart is a text as [OneLine] shows it that can begin a line.
func lineStart(text string) string {
	text = OneLine(text)
	if lineCommand.MatchString(text) {
		return "./" + text // only the name of a file begins so
	}
	return text
}

// still is a text for a form that has a notation of its own for ends of lines.
func still(text string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) && r != '\n' && r != '\r' && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, text)
}

// Plain writes texts of several lines so that they are only text, to another writer.
// What is written at once must be whole characters, as Fprintf gives them.
type Plain struct {
	to     io.Writer
	inLine bool // what comes next goes on with a line
}

// NewPlain is a writer of plain text.
func NewPlain(to io.Writer) *Plain { return &Plain{to: to} }

// Write writes a text.
func (p *Plain) Write(text []byte) (int, error) {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		bare, ended := strings.CutSuffix(line, "\n")
		bare = strings.Map(func(r rune) rune {
			if steers(r) && r != '\t' {
				return -1
			}
			return r
		}, bare)
		bare = withoutCommands(bare)
		if !p.inLine {
			bare = lineCommand.ReplaceAllString(bare, string(utf8.RuneError)+"$1")
		}
		b.WriteString(bare)
		if ended {
			b.WriteByte('\n')
		}
		p.inLine = !ended && (p.inLine || strings.TrimSpace(bare) != "")
	}
	if _, err := io.WriteString(p.to, b.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}
