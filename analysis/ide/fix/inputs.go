package fix

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file fixes files of inputs.

// purpose begins the comment that says what the inputs are for. Completion offers the types in
// it.
func purpose(p *analysis.Program, d analysis.Diagnostic) []Fix {
	file, ok := p.File(d.Path)
	if !ok {
		return nil
	}
	it, ok := file.ItemAt(0)
	if !ok || it.Inputs == nil || it.Inputs.HasComment || d.Span.Len() > 0 { // a block: this is a program
		return nil
	}
	return []Fix{{
		Title: "Say what these inputs are for: `" + syntax.PurposeComment + " …`", Preferred: true,
		Edits: []change.Edit{{Path: d.Path, Text: syntax.PurposeComment + " \n"}},
	}}
}

// removedBlock removes a nested block.
func removedBlock(s site) []Fix {
	for _, b := range s.item.Block().Body.Blocks {
		if syntax.SpanOf(b).Start == s.span.Start {
			return []Fix{{Title: "Remove `" + b.Type + "`", Edits: []change.Edit{s.without(syntax.SpanOf(b))}, Preferred: true}}
		}
	}
	return nil
}
