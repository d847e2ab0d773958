package lens

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file counts uses.

// Use is a use of a name.
type Use struct {
	Path string
	Span syntax.Span
}

// Counted returns the title of a lens whose uses the caller found, as for a lens that crosses.
func Counted(uses []Use) string { return counting(len(uses), "reference") }

// Count returns the title of a lens that has none yet and, for references, the uses in the
// program. It knows nothing of plans. The only error is the context's.
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

// usesOf returns the uses of a declaration in a program. Variables of items with the same name
// do not count.
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

// Counts returns how often a program uses each name. If it is unchanged, so are the numbers of
// all lenses. The only error is the context's.
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
