package hover

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file puts types into pages. How they are written is for typesys to know.

const (
	lineWidth    = 80 // where a type is broken into lines
	prettyIndent = "  "
)

// pretty is a type, to be written in a line that has room for some characters.
func pretty(t typesys.Type, room int) string {
	return typesys.Pretty(t, typesys.Layout{Width: lineWidth, Used: lineWidth - room})
}

// labelled is a label and a type after it. Further lines of the type are not
// moved under its first.
func labelled(label string, t typesys.Type) string {
	return label + pretty(t, lineWidth-utf8.RuneCountInString(label))
}

// aligned is a table of labels and types, each type in its own column, written
// into the room that is left for it.
func aligned(rows []typesys.Property, write func(t typesys.Type, room int) string) string {
	width := 0
	for _, r := range rows {
		width = max(width, utf8.RuneCountInString(r.Name)+2)
	}
	margin := strings.Repeat(" ", width)
	lines := make([]string, len(rows))
	for i, r := range rows {
		text := write(r.Type, lineWidth-width)
		lines[i] = r.Name + margin[utf8.RuneCountInString(r.Name):] + strings.ReplaceAll(text, "\n", "\n"+margin)
	}
	return strings.Join(lines, "\n")
}

func more(n int) string { return "… " + strconv.Itoa(n) + " more" }

// cut is a text of one line in at most limit characters.
func cut(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
