package rulefile

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
)

// This file explains the word at a place.

// Hover explains the word at an offset of a rule file; nil if there is nothing to say.
func Hover(file *syntax.File, offset int, schemas analysis.Schemas) *hover.Hover {
	if offset < 0 || offset > file.Len() {
		return nil
	}
	p := at(file, offset, schemas)
	text := p.page()
	if text == "" {
		return nil
	}
	return &hover.Hover{Span: p.Word(), Markdown: text, Text: markdown.Plain(text)}
}

func (p *place) page() string {
	word := p.Cursor.WordText()
	if e, ok := p.entry(); ok && rules.LooksAt(e.Name) && p.Cursor.Form == cursor.FormQuoted && p.isDirect() {
		return p.matched(word)
	}
	for _, o := range p.offers() {
		switch {
		case o.Label != word:
		case o.page != nil:
			return o.page()
		default:
			return hover.OfWord(o.Label, o.Doc)
		}
	}
	return ""
}
