package hover

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file fits types into pages. Package typesys formats them.

const (
	lineWidth    = 80 // the width at which a type is broken into lines
	prettyIndent = "  "
	titleLines   = 5 // of a type, about
	titleValues  = 3 // of an enum
)

// pretty formats a type; room is the space left on its first line.
func pretty(t typesys.Type, room int) string {
	return typesys.Pretty(t, typesys.Layout{Width: lineWidth, Used: lineWidth - room, Lines: titleLines, Values: titleValues})
}

// labelled formats a label followed by a type. Further lines are not aligned with the first.
func labelled(label string, t typesys.Type) string {
	return label + pretty(t, lineWidth-utf8.RuneCountInString(label))
}

// aligned formats a table of labels and types with an aligned column of types.
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

// columns formats a table of short texts.
func columns(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	lines := make([]string, len(rows))
	for n, row := range rows {
		for i, cell := range row {
			lines[n] += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		lines[n] = strings.TrimRight(lines[n], " ")
	}
	return strings.Join(lines, "\n")
}

func more(n int) string { return "… " + strconv.Itoa(n) + " more" }
