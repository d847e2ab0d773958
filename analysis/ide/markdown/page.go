package markdown

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file puts pages together.

// Page is a Markdown document. Each method adds a block.
type Page struct{ text strings.Builder }

// Para adds a paragraph, or several if prose has them.
func (p *Page) Para(t Text) { p.block(t.Markdown()) }

// Heading adds a heading of a level.
func (p *Page) Heading(level int, t Text) { p.block(strings.Repeat("#", level) + " " + t.row()) }

// Fence adds a code block.
func (p *Page) Fence(language, text string) { p.block(Fenced(language, text)) }

// Items adds a list; nothing without items.
func (p *Page) Items(all ...Text) {
	rows := lists.Map(all, func(t Text) string { return "- " + t.row() })
	p.block(strings.Join(rows, "\n"))
}

// Quote adds a paragraph that is set off from others.
func (p *Page) Quote(t Text) { p.block("> " + t.row()) }

// Table adds a table; nothing without rows.
func (p *Page) Table(rows [][]Text, head ...Text) {
	if len(rows) == 0 {
		return
	}
	lines := []string{strings.ReplaceAll(row(head), "|  |", "| |"), "|" + strings.Repeat("---|", len(head))}
	lines = append(lines, lists.Map(rows, row)...)
	p.block(strings.Join(lines, "\n"))
}

func row(cells []Text) string {
	var line strings.Builder
	for _, c := range cells {
		line.WriteString("| " + c.cell() + " ")
	}
	return line.String() + "|"
}

// Folded adds what another function adds, to unfold below a title.
func (p *Page) Folded(title Text, add func()) {
	p.block("<details><summary>" + title.row() + "</summary>")
	add()
	p.block("</details>")
}

func (p *Page) block(text string) {
	if text == "" {
		return
	}
	if p.text.Len() > 0 {
		p.text.WriteString("\n\n")
	}
	p.text.WriteString(text)
}

// String returns the document without a line end.
func (p *Page) String() string { return p.text.String() }
