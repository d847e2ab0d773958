package change

import (
	"cmp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the lines that belong to something, and turns edits into texts and texts into an edit.

// Line returns the line around an offset, with its ending.
func Line(text string, at int) syntax.Span {
	return syntax.Span{Start: lineStart(text, at), End: lineEnd(text, at)}
}

// Lines extends the span of something to the lines that it stands on, with a comma and a comment
// behind it, if nothing else is on them.
func Lines(text string, span syntax.Span) syntax.Span {
	whole := syntax.Span{Start: lineStart(text, span.Start), End: lineEnd(text, lastOf(span))}
	before, behind := text[whole.Start:span.Start], text[min(span.End, whole.End):whole.End]
	behind = strings.TrimLeft(behind, ", \t")
	if strings.TrimSpace(before) != "" || strings.TrimSpace(behind) != "" && !isComment(behind) {
		return span
	}
	return whole
}

// SpaceAbove extends a span that begins a line to the empty lines above it. What is removed with them
// leaves the empty line below it, if there is one. The text of an item begins with its empty lines.
func SpaceAbove(text string, span syntax.Span) syntax.Span {
	above := text[:lineStart(text, span.Start)]
	if last := strings.TrimRight(above, " \t\r\n"); last == "" {
		span.Start = 0
	} else if at := lineEnd(text, len(last)); at < len(above) {
		span.Start = at
	}
	return span
}

// CommentsAbove is where the comments right above a line begin, as far as they are behind an
// offset; where the line itself begins if there are none.
func CommentsAbove(text string, at, from int) int {
	for at = lineStart(text, at); at > from; {
		above := lineStart(text, at-1)
		if above < from || !isComment(text[above:at]) {
			break
		}
		at = above
	}
	return at
}

// isComment reports whether a text is a comment up to the end of its line.
func isComment(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//")
}

// lineStart is where the line around an offset begins, and lineEnd where the next one does.
func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// lastOf is the offset of the last byte in a span: a heredoc ends with its line.
func lastOf(span syntax.Span) int { return max(span.Start, span.End-1) }

// indentOf is the white space that the line around an offset begins with.
func indentOf(text string, at int) string {
	line := text[lineStart(text, at):]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// Apply returns a text after edits, in any order. One inside of what another removes has no effect.
func Apply(text string, edits []syntax.Edit) string {
	edits = append([]syntax.Edit(nil), edits...)
	lists.SortStable(edits, func(a, b syntax.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	var after strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at {
			continue
		}
		after.WriteString(text[at:e.Span.Start])
		after.WriteString(e.Text)
		at = e.Span.End
	}
	after.WriteString(text[at:])
	return after.String()
}

// Difference returns one edit that turns one text into another. It covers the lines between their
// common prefix and their common suffix.
func Difference(was, is string) syntax.Edit {
	start, end := lists.Common(len(was), len(is), func(i, j int) bool { return was[i] == is[j] })
	start = lineStart(was, start)
	if line := strings.IndexByte(was[len(was)-end:], '\n'); line >= 0 {
		end -= line + 1
	} else {
		end = 0
	}
	return syntax.Edit{Span: syntax.Span{Start: start, End: len(was) - end}, Text: is[start : len(is)-end]}
}
