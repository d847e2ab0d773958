package lens

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file counts.

// Use is a place where a name is used.
type Use struct {
	Path string
	Span syntax.Span
}

// Counted is the title of a lens whose uses were found by others, as those of one that
// crosses are.
func Counted(uses []Use) string { return counting(len(uses), "reference") }

// Count is the title of a lens that has none yet, and for references the places that it
// counts, which are in the program. The error is that of the context.
func Count(ctx context.Context, p *analysis.Program, l Lens) (title string, uses []Use, err error) {
	switch l.Kind {
	case References:
		uses, err = usesOf(ctx, p, l.Name)
		return Counted(uses), uses, err
	case Dependents:
		n := 0
		for name := range p.Dependents(l.Name) {
			if o := p.Lookup(name); o != nil && (o.Kind == analysis.ObjectResource || o.Kind == analysis.ObjectRead || o.Kind == analysis.ObjectComponent) {
				n++
			}
		}
		return counting(n, "dependent"), nil, ctx.Err()
	}
	return l.Title, nil, ctx.Err()
}

// usesOf are the places of a program that use the name of a declaration. Names that an
// item binds itself are others.
func usesOf(ctx context.Context, p *analysis.Program, name string) ([]Use, error) {
	var all []Use
	for _, f := range p.Files {
		for _, it := range f.All() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, r := range p.Uses(it) {
				if r.Name == name {
					all = append(all, Use{f.Path, r.Span.Shift(it.Base)})
				}
			}
		}
	}
	return all, nil
}

// Counts are how often each name is used in a program: equal where all numbers are that
// lenses would tell. The error is that of the context.
func Counts(ctx context.Context, p *analysis.Program) (map[string]int, error) {
	counts := map[string]int{}
	for _, f := range p.Files {
		for _, it := range f.All() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, r := range p.Uses(it) {
				counts[r.Name]++
			}
		}
	}
	return counts, nil
}
