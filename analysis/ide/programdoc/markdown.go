package programdoc

import (
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
)

// This file writes a document as Markdown.

// defaultWidth is how many characters of a default a row shows.
const defaultWidth = 200

// Page returns the document below a heading with the name of the program.
func (d *Document) Page() string { return d.Heading() + "\n\n" + d.Sections() }

// Heading returns the heading of the page.
func (d *Document) Heading() string { return "# " + cell(markdown.Inline(d.Name)) }

// Sections returns the document without its heading, as a part of another document.
func (d *Document) Sections() string {
	w := &writer{}
	w.paragraph(markdown.Clean(d.Description))
	d.inputs(w)
	d.outputs(w)
	w.made("Resources", "Type", d.Resources, d.LeftOut.Resources)
	w.made("Components", "Source", d.Components, d.LeftOut.Components)
	if len(d.Inputs)+len(d.Outputs)+len(d.Resources)+len(d.Components) == 0 {
		w.paragraph("It has no inputs or outputs, and creates nothing.")
	}
	if d.Example != "" {
		w.heading("Example")
		w.paragraph(markdown.Fenced("hcl", d.Example))
	}
	return strings.TrimSuffix(w.text.String(), "\n")
}

func (d *Document) inputs(w *writer) {
	title, notes := "Inputs", []string{"Name", "Type", "Default", "Description"}
	if d.use == ByItself {
		title = "Configuration"
	}
	rows := make([][]string, len(d.Inputs))
	for i, in := range d.Inputs {
		rows[i] = []string{code(in.Name), code(in.Type), in.defaultCell(), in.descriptionCell()}
	}
	w.table(title, notes, rows, d.LeftOut.Inputs)
}

func (in Input) defaultCell() string {
	switch {
	case in.Required:
		return "*required*"
	case in.Default == "":
		return code("null")
	}
	return code(cut(oneLine(in.Default), defaultWidth))
}

func (in Input) descriptionCell() string {
	text := prose(in.Description)
	if in.Secret {
		text += " *Secret.*"
	}
	if in.Nullable {
		text += " *May be null.*"
	}
	return strings.TrimSpace(text)
}

func (d *Document) outputs(w *writer) {
	rows := make([][]string, len(d.Outputs))
	for i, out := range d.Outputs {
		rows[i] = []string{code(out.Name), code(out.Type), out.descriptionCell()}
	}
	w.table("Outputs", []string{"Name", "Type", "Description"}, rows, d.LeftOut.Outputs)
}

func (out Output) descriptionCell() string {
	text := prose(out.Description)
	if out.Secret {
		text += " *Secret.*"
	}
	if out.Unknown {
		text += " *May be unknown during a preview.*"
	}
	return strings.TrimSpace(text)
}

// writer writes paragraphs and tables, each with an empty line after it.
type writer struct{ text strings.Builder }

func (w *writer) paragraph(text string) {
	if text != "" {
		w.text.WriteString(text + "\n\n")
	}
}

func (w *writer) heading(title string) { w.paragraph("## " + title) }

// made lists blocks by type.
func (w *writer) made(title, column string, all []Made, leftOut int) {
	rows := make([][]string, len(all))
	for i, m := range all {
		names := make([]string, len(m.Names))
		for j, name := range m.Names {
			names[j] = code(name)
		}
		text := strings.Join(names, ", ")
		if m.LeftOut > 0 {
			text += fmt.Sprintf(" and %d more", m.LeftOut)
		}
		if m.Ranged {
			text += " *(with a range)*"
		}
		rows[i] = []string{code(m.Type), text}
	}
	w.table(title, []string{column, "Names"}, rows, leftOut)
}

// table writes a heading and a table; nothing without rows.
func (w *writer) table(title string, header []string, rows [][]string, leftOut int) {
	if len(rows) == 0 {
		return
	}
	w.heading(title)
	w.row(header)
	w.text.WriteString("|" + strings.Repeat("---|", len(header)) + "\n")
	for _, row := range rows {
		w.row(row)
	}
	w.text.WriteString("\n")
	if leftOut > 0 {
		w.paragraph(fmt.Sprintf("%d more are not listed.", leftOut))
	}
}

func (w *writer) row(cells []string) {
	w.text.WriteString("|")
	for _, c := range cells {
		w.text.WriteString(" " + c + " |")
	}
	w.text.WriteString("\n")
}

// code returns a text as code in a row.
func code(text string) string { return cell(markdown.Code(text)) }

// prose returns the first paragraph of a text in a row.
func prose(text string) string { return cell(markdown.Paragraph(text)) }

// cell keeps a text in its row: on one line, and without the sign that separates rows. In
// Markdown that sign is escaped even in code.
func cell(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.ReplaceAll(strings.ReplaceAll(text, `\|`, "|"), "|", `\|`)
}
