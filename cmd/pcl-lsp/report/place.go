package report

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file resolves the places of findings, so that reports need no texts.

// Position is a position in a file, counted from 1. Columns count characters, or bytes in
// ByteColumn. Byte is the offset from 0.
type Position struct{ Line, Column, ByteColumn, Byte int }

// Range is a part of a file. Its end is the position after its last character.
type Range struct{ Start, End Position }

// Places resolves places in files that do not change meanwhile. One goroutine uses it.
type Places struct {
	// Text returns the text of a file, as far as reports may quote it.
	Text func(path string) string
	// Name returns the name of a file, and InRepository that relative to the repository.
	Name, InRepository func(path string) string

	mappers map[string]*syntax.Mapper
}

func (p *Places) of(path string) *syntax.Mapper {
	if p.mappers == nil {
		p.mappers = map[string]*syntax.Mapper{}
	}
	if p.mappers[path] == nil {
		p.mappers[path] = syntax.NewMapper(p.Text(path))
	}
	return p.mappers[path]
}

// Range returns a part of a file.
func (p *Places) Range(path string, span syntax.Span) Range {
	return Range{p.position(path, span.Start), p.position(path, span.End)}
}

func (p *Places) position(path string, offset int) Position {
	m := p.of(path)
	line, column := m.Position(offset, syntax.UTF32)
	_, bytes := m.Position(offset, syntax.UTF8)
	return Position{line + 1, column + 1, bytes + 1, offset}
}

// Finding returns what a report says about a finding, without fixes.
func (p *Places) Finding(d analysis.Diagnostic) Finding {
	f := Finding{
		Code: d.Code, Severity: d.Severity, Message: d.Message,
		File: p.Name(d.Path), InRepository: p.InRepository(d.Path), Range: p.Range(d.Path, d.Span),
		Related: lists.Map(d.Related, p.Related), Way: d.Way, Passed: d.Passed,
	}
	if r := d.Rule; r != nil {
		f.Rule = &TeamRule{r.Title, r.Docs, r.Category}
	}
	p.Quote(&f, d.Path)
	return f
}

// Quote quotes the line of a finding in a file.
func (p *Places) Quote(f *Finding, path string) {
	f.Source, f.Carets = excerpt(p.of(path), syntax.Span{Start: f.Range.Start.Byte, End: f.Range.End.Byte})
}

// Related returns what a report says about a place that explains a finding.
func (p *Places) Related(rel analysis.Related) Related {
	return Related{rel.Message, p.Name(rel.Path), p.Range(rel.Path, rel.Span)}
}

// Edits returns edits of files as a report has them.
func (p *Places) Edits(edits []change.Edit) []Edit {
	return lists.Map(edits, func(e change.Edit) Edit { return Edit{p.Name(e.Path), p.Range(e.Path, e.Span), e.Text} })
}
