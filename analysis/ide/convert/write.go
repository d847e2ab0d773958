package convert

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
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

// body writes the entries of a block, each on its own lines.
func (w *writer) body(members []member) { w.WriteString(printer.Entries(printed(members))) }

func (w *writer) value(v value) { w.WriteString(v.written()) }

func printed(members []member) []printer.Entry {
	all := make([]printer.Entry, len(members))
	for i, m := range members {
		all[i] = printer.Entry{Above: m.above, Below: m.below}
		if m.reason != "" {
			var w writer
			w.comment(m.reason, lists.Map(m.source, func(source func() string) string { return source() })...)
			all[i].Below = append([]string{strings.TrimSuffix(w.String(), "\n")}, m.below...)
			continue
		}
		all[i].Key, all[i].Value, all[i].Behind = m.written(), m.value.written(), m.behind
		if m.value.long != "" {
			all[i].Value = m.value.long
		}
	}
	return all
}

// written returns the key.
func (m member) written() string {
	if m.key != "" {
		return m.key
	}
	return printer.Key(m.name)
}

func (v value) written() string {
	switch v.form {
	case formObject:
		return printer.Object(printed(v.members))
	case formList:
		elems := make([]printer.Entry, len(v.elems))
		for i, e := range v.elems {
			elems[i].Value = e.written()
		}
		return printer.List(elems)
	}
	return v.text
}

// formatted returns a text as the formatter lays it out.
func formatted(text string) string { return format.Text(syntax.Parse("converted.pp", text, nil)) }
