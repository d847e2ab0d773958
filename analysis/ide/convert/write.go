package convert

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file writes values and blocks as PCL.

// notConverted begins the comment above what has no counterpart.
const notConverted = "# Not converted: "

type writer struct{ strings.Builder }

// line writes a line.
func (w *writer) line(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
	w.WriteByte('\n')
}

// comment writes lines of the source as a comment, below the reason.
func (w *writer) comment(reason string, sources ...string) {
	w.line(notConverted, reason, ".")
	for _, source := range sources {
		for line := range strings.Lines(dedented(source)) {
			w.line(strings.TrimRight("# "+strings.TrimRight(line, "\r\n"), " \t"))
		}
	}
}

// dedented removes the indentation that all lines have in common.
func dedented(text string) string {
	margin := -1
	for line := range strings.Lines(text) {
		if indent := len(line) - len(strings.TrimLeft(line, " \t")); strings.TrimSpace(line) != "" && (margin < 0 || indent < margin) {
			margin = indent
		}
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(line[min(max(margin, 0), len(line)-len(strings.TrimLeft(line, " \t"))):])
	}
	return b.String()
}

// comments writes comments.
func (w *writer) comments(lines []string) {
	for _, c := range lines {
		w.line(c)
	}
}

// body writes the entries of a block or object, each on its own lines.
func (w *writer) body(members []member) {
	for i, m := range members {
		for j, c := range m.above {
			if c != "" || i+j > 0 {
				w.line(c)
			}
		}
		if m.reason != "" {
			w.comment(m.reason, m.source...)
		} else {
			w.WriteString(m.written() + " = ")
			if m.value.long != "" {
				w.WriteString(m.value.long)
			} else {
				w.value(m.value)
			}
			for _, c := range m.behind {
				w.WriteString(" " + c)
			}
			w.line()
		}
		w.comments(m.below)
	}
}

// written returns the name as a key of an object. Names of properties need no quotes.
func (m member) written() string {
	switch {
	case m.key != "":
		return m.key
	case syntax.IsIdentifier(m.name):
		return m.name
	}
	return printer.Text(m.name)
}

func (w *writer) value(v value) {
	switch {
	case v.form == formObject && len(v.members) == 0:
		w.WriteString("{}")
	case v.form == formObject:
		w.line("{")
		w.body(v.members)
		w.WriteString("}")
	case v.form == formList:
		w.list(v.elems)
	default:
		w.WriteString(v.text)
	}
}

// maxLine is the length of a list that is written on one line.
const maxLine = 80

func (w *writer) list(elems []value) {
	var texts []string
	short := 0
	for _, e := range elems {
		var one writer
		one.value(e)
		texts = append(texts, one.String())
		if short += one.Len(); strings.Contains(one.String(), "\n") {
			short += maxLine
		}
	}
	if short <= maxLine || len(elems) == 1 && !strings.HasPrefix(texts[0], "<<") {
		w.WriteString("[" + strings.Join(texts, ", ") + "]")
		return
	}
	w.line("[")
	for _, text := range texts {
		w.line(text, ",")
	}
	w.WriteString("]")
}

// formatted returns a text as the formatter lays it out.
func formatted(text string) string {
	f := syntax.Parse("converted.pp", text, nil)
	var b strings.Builder
	at := 0
	for _, e := range format.Edits(f) {
		b.WriteString(f.Slice(syntax.Span{Start: at, End: e.Span.Start}))
		b.WriteString(e.Text)
		at = e.Span.End
	}
	b.WriteString(f.Slice(syntax.Span{Start: at, End: f.Len()}))
	return b.String()
}
