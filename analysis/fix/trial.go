package fix

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file tries fixes out: what a fix is thought to do is checked before it is
// offered. That costs what an edit costs, since only the items are looked at that the
// edits touch.

// trial are fixes for a program, tried out.
type trial struct {
	ctx     context.Context
	program *analysis.Program
}

// repairs reports whether the edits take the finding away and bring no error to the
// items that they touch.
func (t trial) repairs(f Fix) bool {
	edited := map[string]*syntax.File{}
	var files []*syntax.File
	for _, e := range f.Edits {
		file, ok := t.program.File(e.Path)
		if !ok {
			return true // of another program: nothing is known about it here
		}
		if edited[e.Path] == nil {
			edited[e.Path] = change.Applied(file, f.Edits)
			files = append(files, edited[e.Path])
		}
	}
	after := t.program.With(files...)
	var was, is tally
	for path, file := range edited {
		first, last := extent(path, f)
		old, _ := t.program.File(path)
		was.add(t, t.program, old, syntax.Span{Start: first, End: last}, f.Diagnostic.Code)
		is.add(t, after, file, syntax.Span{Start: first, End: last + file.Len() - old.Len()}, f.Diagnostic.Code)
	}
	return is.errors <= was.errors && (was.same == 0 || is.same < was.same)
}

// extent is from the first to the last place of a file that the fix is about.
func extent(path string, f Fix) (first, last int) {
	first, last = -1, 0
	include := func(s syntax.Span) {
		if first < 0 || s.Start < first {
			first = s.Start
		}
		last = max(last, s.End)
	}
	for _, e := range f.Edits {
		if e.Path == path {
			include(e.Span)
		}
	}
	if f.Diagnostic.Path == path {
		include(f.Diagnostic.Span)
	}
	return first, last
}

// tally counts what is wrong with items.
type tally struct{ errors, same int }

func (c *tally) add(t trial, p *analysis.Program, file *syntax.File, within syntax.Span, code codes.Code) {
	if file.Count() == 0 {
		return
	}
	from, to := max(file.IndexAt(max(within.Start, 0)), 0), file.IndexAt(min(within.End, file.Len()))
	for i := from; i <= to && t.ctx.Err() == nil; i++ {
		it := file.Item(i)
		for _, e := range file.ErrorsOf(it) {
			c.count(codes.Error, e.Code, code)
		}
		if info, err := p.Check(t.ctx, it); err == nil {
			for _, d := range info.Findings {
				c.count(d.Severity, d.Code, code)
			}
		}
	}
}

func (c *tally) count(s codes.Severity, is, wanted codes.Code) {
	if s == codes.Error {
		c.errors++
	}
	if is == wanted {
		c.same++
	}
}
