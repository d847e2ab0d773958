package hover

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
)

// This file explains the rules of a team whose findings are at a place.

// WithRules returns a hover, which may be nil, followed by what the rules of a team say about themselves whose findings touch the place. The span
// is that of the hover, or else of the first finding.
func WithRules(h *Hover, found []analysis.Diagnostic) *Hover {
	pg := &page{}
	var told []*analysis.TeamRule
	for _, d := range found {
		if d.Rule == nil || slices.Contains(told, d.Rule) {
			continue
		}
		if told = append(told, d.Rule); len(told) == 1 && h == nil {
			h = &Hover{Span: d.Span}
		}
		pg.line("**" + markdown.Words(d.Rule.Title) + "** " + markdown.Code(string(d.Code)))
		pg.line(markdown.Prose(d.Rule.Docs))
	}
	if len(told) == 0 {
		return h
	}
	both := *h
	for _, side := range []struct {
		text *string
		more string
	}{{&both.Markdown, pg.markdown()}, {&both.Text, pg.text()}} {
		if *side.text != "" {
			*side.text += "\n\n"
		}
		*side.text += side.more
	}
	return &both
}
