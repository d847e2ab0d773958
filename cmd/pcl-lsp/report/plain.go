package report

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file makes foreign texts safe to print: names of files, declarations and settings,
// lines of programs, and texts from schemas and other programs. Terminals obey control
// characters, readers trust the order of characters, and CI systems obey certain lines of a
// log.

// commands matches what CI systems take for commands anywhere in a line: Azure Pipelines,
// GitHub Actions and TeamCity.
var commands = lazy.Regexp(`(?i)#(#(?:vso|teamcity)?\[)`)

// lineCommand matches what GitHub Actions takes for a command at the start of a line.
var lineCommand = lazy.Regexp(`^\s*:(:)`)

// steers reports whether a character moves the cursor, ends a line, or reorders the text
// around it, so that the line looks like another one.
func steers(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == '\u2028' || r == '\u2029'
}

// withoutCommands defuses the commands in a line and keeps its width.
func withoutCommands(line string) string {
	return commands.Get().ReplaceAllStringFunc(line, func(found string) string { return string(utf8.RuneError) + found[1:] })
}

// OneLine returns a text on one line, without control characters.
func OneLine(text string) string {
	shown, _ := printable(text, 0)
	return withoutCommands(shown)
}

// lineStart returns [OneLine] of a text that starts a line.
func lineStart(text string) string {
	text = OneLine(text)
	if lineCommand.Get().MatchString(text) {
		return "./" + text // only names of files start like this
	}
	return text
}

// still removes control characters, for formats that escape line ends themselves.
func still(text string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) && r != '\n' && r != '\r' && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, text)
}

// Plain is a writer that makes texts of several lines safe. Each write must consist of whole
// characters.
type Plain struct {
	to     io.Writer
	inLine bool // the next write continues a line
}

// NewPlain returns a writer that makes texts safe.
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
			bare = lineCommand.Get().ReplaceAllString(bare, string(utf8.RuneError)+"$1")
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
