package hover

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements pages and their two renderings.

// page is the content of a hover.
type page struct{ parts []part }

// part is a code block, or a paragraph of safe Markdown.
type part struct {
	text   string
	isCode bool
}

func (p *page) empty() bool { return len(p.parts) == 0 }

// code adds a code block.
func (p *page) code(text string) {
	if text != "" {
		p.parts = append(p.parts, part{text: text, isCode: true})
	}
}

// line adds a paragraph of our own Markdown. Foreign text may be part of it only through
// markdown.Code or markdown.Escape.
func (p *page) line(markdown string) {
	if markdown != "" {
		p.parts = append(p.parts, part{text: markdown})
	}
}

// second inserts a paragraph after the first part.
func (p *page) second(markdown string) {
	if markdown != "" && len(p.parts) > 0 {
		p.parts = slices.Insert(p.parts, 1, part{text: markdown})
	}
}

// list adds statements as a list.
func (p *page) list(markdown []string) {
	if len(markdown) > 0 {
		p.line("- " + strings.Join(markdown, "\n- "))
	}
}

// facts adds short statements on one line.
func (p *page) facts(statements ...string) {
	var kept []string
	for _, s := range statements {
		if s != "" {
			kept = append(kept, s)
		}
	}
	p.line(strings.Join(kept, " · "))
}

// documentation adds text from a schema or a comment, cleaned.
func (p *page) documentation(text string) { p.line(markdown.Clean(text)) }

// deprecation adds a deprecation message.
func (p *page) deprecation(message string) {
	if message != "" {
		p.line("**Deprecated:** " + markdown.Clean(message))
	}
}

// typed adds a title with a type, and the members of named types in it.
func (p *page) typed(title string, t typesys.Type) {
	if !t.IsValid() {
		p.code(title)
		return
	}
	p.code(labelled(title+": ", t))
	p.made(t)
}

func (p *page) markdown() string {
	var out strings.Builder
	for i, part := range p.parts {
		if i > 0 {
			out.WriteString("\n\n")
		}
		if part.isCode {
			out.WriteString(markdown.Fenced("pcl", part.text))
		} else {
			out.WriteString(part.text)
		}
	}
	return out.String()
}

func (p *page) text() string {
	texts := make([]string, len(p.parts))
	for i, part := range p.parts {
		texts[i] = part.text
		if !part.isCode {
			texts[i] = markdown.Plain(part.text)
		}
	}
	return strings.Join(texts, "\n\n")
}
