package hover

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
)

// This file explains the codes in suppression comments.

// suppressed returns the hover of the code at an offset, or nil.
func suppressed(p *analysis.Program, path string, offset int) *Hover {
	file, ok := p.File(path)
	if !ok {
		return nil
	}
	it, ok := file.ItemAt(offset)
	if !ok {
		return nil
	}
	for _, s := range it.Item.Suppressions() {
		for _, c := range s.Codes {
			if span := c.Span.Shift(it.Base); span.Touches(offset) {
				pg := explained(c.Pattern)
				if pg.empty() {
					return nil
				}
				return &Hover{Span: span, Markdown: pg.markdown(), Text: pg.text()}
			}
		}
	}
	return nil
}

// explained returns the page of a code or of a family of codes.
func explained(pattern string) *page {
	pg := &page{}
	if d, ok := codes.Lookup(codes.Code(pattern)); ok {
		text := d.Code.Text()
		pg.code(d.Severity.String() + " " + pattern + ": " + text.Title)
		pg.line(markdown.Text(text.Explanation))
		return pg
	}
	if !codes.IsSuppressible(pattern) {
		return pg
	}
	pg.code("family " + pattern)
	var members []markdown.Text
	for _, d := range codes.All() {
		if d.Code.Matches(pattern) {
			members = append(members, markdown.Code(string(d.Code))+": "+markdown.Text(d.Code.Text().Title))
		}
	}
	pg.list("", members)
	return pg
}
