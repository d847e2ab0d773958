package programdoc

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file writes a document as Markdown, with defaults on one line.

// defaultWidth is how many characters of a default a row shows.
const defaultWidth = 200

// Page returns the document below a heading with the name of the program.
func (d *Document) Page() string { return d.Heading() + "\n\n" + d.Sections() }

// Heading returns the heading of the page.
func (d *Document) Heading() string {
	page := &markdown.Page{}
	page.Heading(1, markdown.Message(d.Name))
	return page.String()
}

// Sections returns the document without its heading, as a part of another document.
func (d *Document) Sections() string {
	page := &markdown.Page{}
	page.Para(markdown.Prose(d.Description))
	d.inputs(page)
	d.outputs(page)
	listed(page, "Resources", "Type", d.Resources, d.LeftOut.Resources)
	listed(page, "Components", "Source", d.Components, d.LeftOut.Components)
	if len(d.Inputs)+len(d.Outputs)+len(d.Resources)+len(d.Components) == 0 {
		page.Para("It has no inputs or outputs, and creates nothing.")
	}
	if d.Example != "" {
		page.Heading(2, "Example")
		page.Fence("hcl", d.Example)
	}
	return page.String() + "\n"
}

func (d *Document) inputs(page *markdown.Page) {
	title := markdown.Text("Inputs")
	if d.use == ByItself {
		title = "Configuration"
	}
	rows := make([][]markdown.Text, len(d.Inputs))
	for i, in := range d.Inputs {
		rows[i] = []markdown.Text{markdown.Code(in.Name), markdown.Code(in.Type), in.defaultCell(), in.descriptionCell()}
	}
	table(page, title, rows, d.LeftOut.Inputs, "Name", "Type", "Default", "Description")
}

func (in Input) defaultCell() markdown.Text {
	switch {
	case in.Required:
		return "*required*"
	case in.Default == "":
		return markdown.Code("null")
	}
	return markdown.Code(prose.Shortened(oneLine(in.Default), defaultWidth))
}

func (in Input) descriptionCell() markdown.Text {
	text := markdown.Paragraph(in.Description)
	if in.Secret {
		text += " *Secret.*"
	}
	if in.Nullable {
		text += " *May be null.*"
	}
	return text
}

func (d *Document) outputs(page *markdown.Page) {
	rows := make([][]markdown.Text, len(d.Outputs))
	for i, out := range d.Outputs {
		rows[i] = []markdown.Text{markdown.Code(out.Name), markdown.Code(out.Type), out.descriptionCell()}
	}
	table(page, "Outputs", rows, d.LeftOut.Outputs, "Name", "Type", "Description")
}

func (out Output) descriptionCell() markdown.Text {
	text := markdown.Paragraph(out.Description)
	if out.Secret {
		text += " *Secret.*"
	}
	if out.Unknown {
		text += " *May be unknown during a preview.*"
	}
	return text
}

// listed adds blocks by type.
func listed(page *markdown.Page, title, column markdown.Text, all []Made, leftOut int) {
	rows := make([][]markdown.Text, len(all))
	for i, m := range all {
		names := lists.Map(m.Names, markdown.Code)
		text := markdown.Joined(names, ", ")
		if m.LeftOut > 0 {
			text += " and " + markdown.Words(fmt.Sprint(m.LeftOut)) + " more"
		}
		if m.Ranged {
			text += " *(with a range)*"
		}
		rows[i] = []markdown.Text{markdown.Code(m.Type), text}
	}
	table(page, title, rows, leftOut, column, "Names")
}

// table adds a heading and a table; nothing without rows.
func table(page *markdown.Page, title markdown.Text, rows [][]markdown.Text, leftOut int, head ...markdown.Text) {
	if len(rows) == 0 {
		return
	}
	page.Heading(2, title)
	page.Table(rows, head...)
	if leftOut > 0 {
		page.Para(markdown.Words(fmt.Sprintf("%d more are not listed.", leftOut)))
	}
}

// oneLine returns the source text of an expression on one line: line ends become commas where
// they separate entries. If that is not the same expression, because of a heredoc or a comment, it
// returns the first line and an ellipsis.
func oneLine(source string) string {
	if !strings.Contains(source, "\n") {
		return source
	}
	joined, first := "", ""
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case joined == "":
			joined, first = line, line
		case strings.ContainsAny(joined[len(joined)-1:], "{[(,") || strings.ContainsAny(line[:1], "}])"):
			joined += " " + line
		default:
			joined += ", " + line
		}
	}
	if tokens := written(joined); tokens == "" || tokens != written(source) {
		return first + " …"
	}
	return joined
}

// written returns the tokens of an expression but those that separate entries; empty if it cannot
// be read.
func written(source string) string {
	if _, diagnostics := hclsyntax.ParseExpression([]byte(source), "", hcl.InitialPos); diagnostics.HasErrors() {
		return ""
	}
	tokens, _ := hclsyntax.LexExpression([]byte(source), "", hcl.InitialPos)
	var b strings.Builder
	for _, t := range tokens {
		if t.Type != hclsyntax.TokenNewline && t.Type != hclsyntax.TokenComma {
			b.Write(t.Bytes)
			b.WriteByte(0)
		}
	}
	return b.String()
}
