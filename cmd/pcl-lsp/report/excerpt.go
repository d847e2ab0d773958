package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements source excerpts: a line, with carets below a part of it that are
// aligned whatever characters come before.

const (
	tabWidth   = 4   // a tab is shown as spaces up to the next multiple of this
	shownWidth = 160 // longer lines are cut
	leadWidth  = 60  // the part before the marked range
	ellipsis   = "…"
)

// excerpt returns the printable line on which a span starts, and a line of carets below the
// span. There is at least one caret.
func excerpt(m *syntax.Mapper, span syntax.Span) (source, carets string) {
	number := m.Line(span.Start)
	start, text := m.LineStart(number), m.LineText(number)
	from := min(span.Start-start, len(text))
	to := max(from, min(span.End-start, len(text)))

	head, lead := clipStart(text[:from], leadWidth)
	tail, trail := clipEnd(text[from:], shownWidth-leadWidth)
	marked := min(to-from, len(tail))

	before, column := printable(head, cells(lead))
	middle, end := printable(tail[:marked], column)
	after, _ := printable(tail[marked:], end)
	source = strings.TrimRight(lead+before+middle+after+trail, " ")
	return source, strings.Repeat(" ", column) + strings.Repeat("^", max(end-column, 1))
}

// clipStart keeps the end of a text. The sign stands for what was cut.
func clipStart(text string, limit int) (kept, sign string) {
	if utf8.RuneCountInString(text) <= limit {
		return text, ""
	}
	at := len(text)
	for range limit {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return text[at:], ellipsis
}

// clipEnd keeps the start of a text.
func clipEnd(text string, limit int) (kept, sign string) {
	at := 0
	for range limit {
		if at == len(text) {
			return text, ""
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	if at == len(text) {
		return text, ""
	}
	return text[:at], ellipsis
}

// printable returns the printable form of a text at a column: tabs become spaces, and
// control characters and invalid UTF-8 become replacement characters. It also returns the
// column after the text.
func printable(text string, column int) (string, int) {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\t':
			n := tabWidth - column%tabWidth
			b.WriteString(strings.Repeat(" ", n))
			column += n
			continue
		case steers(r):
			r = utf8.RuneError
		}
		b.WriteRune(r)
		column += cellsOf(r)
	}
	return b.String(), column
}

// cells returns the width of a text in a terminal.
func cells(text string) int {
	n := 0
	for _, r := range text {
		n += cellsOf(r)
	}
	return n
}

func cellsOf(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
