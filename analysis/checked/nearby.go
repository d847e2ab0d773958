package checked

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file returns findings near a place without checking the whole program. An edit may
// affect thousands of items, and a request about one must not wait for unrelated ones.

// ReportIfCheap returns the report of the program if it is known or cheap to build, and nil otherwise.
// The error is that of the context.
func (p *Program) ReportIfCheap(ctx context.Context) (*Report, error) {
	if p.report.Load() == nil && !p.core.RevalidatesSoon(ctx) {
		return nil, ctx.Err()
	}
	return p.Report(ctx, nil)
}

// FindingsAt returns the findings in a file that touch a span. It leaves out findings that
// need the whole program: duplicate logical names, cycles through hidden names, and unused
// suppressions. Findings that a program reports once may occur several times. The error is
// that of the context.
func (p *Program) FindingsAt(ctx context.Context, path string, span syntax.Span) ([]diagnostic.Diagnostic, error) {
	ids := p.itemsAt(path, span)
	var all []diagnostic.Diagnostic
	p.core.EnsureValid(ctx, ids, func(revalidated *program.Program) {
		r := program.NewRun(ctx, revalidated)
		q := ViewOf(r.Program)
		a := reportBuilder{p: q, r: r}
		for _, id := range ids {
			a.owners = q.ownersAmong(r, id)
			all = a.addItem(all, q.core.Item(id))
		}
		for _, d := range q.generalFindings(nil) { // those that need no results of items
			all = append(all, d.Place(q.core, nil).Legible())
		}
	})
	f, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	for _, err := range f.Errors {
		all = append(all, syntaxDiagnostic(path, err).Legible())
	}
	all = slices.DeleteFunc(all, func(d diagnostic.Diagnostic) bool { return d.Path != path })
	diagnostic.Sort(all)
	suppressing := suppressing{reasons: p.world.SuppressionReasons}
	found := slices.DeleteFunc(suppressing.unsuppressed(f, all), func(d diagnostic.Diagnostic) bool { return !d.Touches(span) })
	return found, ctx.Err()
}

// itemsAt returns the ids of the items of a file that a span touches.
func (p *Program) itemsAt(path string, span syntax.Span) []int32 {
	var ids []int32
	for number, f := range p.Files {
		if f.Path != path || f.Count() == 0 {
			continue
		}
		first := max(f.IndexAt(max(min(span.Start, f.Len())-1, 0)), 0) // an item that ends where the span starts counts too
		for i := first; i < f.Count() && f.Item(i).Base <= span.End; i++ {
			if id := p.core.Scope().IDs(number)[i]; id >= 0 {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// ownersAmong makes an item the owner of everything that it reports once.
func (p *Program) ownersAmong(r *program.Run, id int32) *dedupOwners {
	by := map[string]int32{}
	for _, about := range p.dedupKeys(r, p.core.Item(id)) {
		by[about] = id
	}
	return &dedupOwners{by: by}
}

// NamesIn are the names in a directory, a path as the program writes it, for whoever
// wants to offer them.
func (p *Program) NamesIn(path string) []FileName {
	if p.world.Names == nil {
		return nil
	}
	return p.world.Names(path)
}

// ContentAt describes the content of the file at a path, as the program writes the path. It is false if nothing is
// known. No result that the program keeps depends on the answer.
func (p *Program) ContentAt(path string) (FileContent, bool) {
	if p.world.Content == nil {
		return FileContent{}, false
	}
	return p.world.Content(path)
}

// FileAt says what is at a path, as the program writes the path. No result that the program keeps depends on the
// answer.
func (p *Program) FileAt(path string) check.File {
	if p.world.File == nil {
		return check.File{}
	}
	return p.world.File(path)
}
