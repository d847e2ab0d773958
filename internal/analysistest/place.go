package analysistest

import (
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file writes places as results show them.

// Show is a cursor as file:line and the line's text, with a bar at the cursor.
func (f *Fixture) Show(c Cursor) string {
	text := f.texts[c.Path]
	m := syntax.NewMapper(text)
	line := m.Line(c.Offset)
	at := c.Offset - m.LineStart(line)
	lineText := m.LineText(line)
	return fmt.Sprintf("%s:%d: %s", relative(c.Path), line+1, strings.TrimSpace(lineText[:at]+"|"+lineText[at:]))
}

// ShowSpan is a span as file:line:column (from 1, in bytes) with its text; a text
// of several lines is cut after the first.
func (f *Fixture) ShowSpan(filePath string, s syntax.Span) string {
	text := f.texts[filePath]
	m := syntax.NewMapper(text)
	line := m.Line(s.Start)
	shown, rest, cut := strings.Cut(text[s.Start:s.End], "\n")
	if cut && rest != "" {
		shown += " …"
	}
	return fmt.Sprintf("%s:%d:%d `%s`", relative(filePath), line+1, s.Start-m.LineStart(line)+1, shown)
}

func relative(filePath string) string { return strings.TrimPrefix(filePath, Root+"/") }
