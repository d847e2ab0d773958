// Package speculate tries edits before a feature offers them: it checks the edited items of a
// copy of the program. That costs as much as a keystroke.
//
// It knows no feature and changes nothing.
package speculate

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Tally counts the errors of items, and their findings with one code.
type Tally struct{ Errors, Same int }

// Place is a place to check besides the edits.
type Place struct {
	Path string
	Span syntax.Span
}

// Try counts the problems before and after the edits, in the items that they touch and the
// item at the place. Known is false if a file does not belong to the program.
func Try(ctx context.Context, p *analysis.Program, edits []change.Edit, about Place, code codes.Code) (was, is Tally, known bool) {
	edited := map[string]*syntax.File{}
	var files []*syntax.File
	for _, e := range edits {
		file, ok := p.File(e.Path)
		if !ok {
			return was, is, false
		}
		if edited[e.Path] == nil {
			edited[e.Path] = change.Applied(file, edits)
			files = append(files, edited[e.Path])
		}
	}
	after := p.With(files...)
	for path, file := range edited {
		touched := extent(path, edits, about)
		old, _ := p.File(path)
		was.add(ctx, p, old, touched, code)
		touched.End += file.Len() - old.Len()
		is.add(ctx, after, file, touched, code)
	}
	return was, is, ctx.Err() == nil
}

// extent returns the span from the first to the last changed place of a file.
func extent(path string, edits []change.Edit, about Place) syntax.Span {
	whole := syntax.Span{Start: -1}
	include := func(s syntax.Span) {
		if whole.Start < 0 || s.Start < whole.Start {
			whole.Start = s.Start
		}
		whole.End = max(whole.End, s.End)
	}
	for _, e := range edits {
		if e.Path == path {
			include(e.Span)
		}
	}
	if about.Path == path {
		include(about.Span)
	}
	return whole
}

func (c *Tally) add(ctx context.Context, p *analysis.Program, file *syntax.File, within syntax.Span, code codes.Code) {
	if file.Count() == 0 {
		return
	}
	from, to := max(file.IndexAt(max(within.Start, 0)), 0), file.IndexAt(min(within.End, file.Len()))
	for i := from; i <= to && ctx.Err() == nil; i++ {
		it := file.Item(i)
		for _, e := range file.ErrorsOf(it) {
			c.count(codes.Error, e.Code, code)
		}
		if info, err := p.Check(ctx, it); err == nil {
			for _, d := range info.Findings {
				c.count(d.Severity, d.Code, code)
			}
		}
	}
}

func (c *Tally) count(s codes.Severity, is, wanted codes.Code) {
	if s == codes.Error {
		c.Errors++
	}
	if is == wanted {
		c.Same++
	}
}
