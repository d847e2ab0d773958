package lens

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file counts uses.

// Use is a use of a name.
type Use = analysis.Use

// mostFollowed is how many items are looked at for one number. Each of the lenses of a long file has one.
const mostFollowed = 10_000

// Counted returns the title of a lens whose uses the caller found, as for a lens that crosses.
func Counted(uses []Use) string { return prose.Counted(len(uses), "reference") }

// Count returns the title of a lens that has none yet and, for references, the uses in the
// program. It knows nothing of plans. The only error is the context's.
func Count(ctx context.Context, p *analysis.Program, l Lens) (title string, uses []Use, err error) {
	switch l.Kind {
	case References:
		uses = p.UsesOf(l.Name)
		return Counted(uses), uses, ctx.Err()
	case Dependents:
		n := 0
		all := p.EachDependent(l.Name, mostFollowed, func(it *syntax.Item) {
			if isResource(it.Kind) {
				n++
			}
		})
		title = prose.Counted(n, "dependent")
		if !all {
			title = "more than " + title
		}
		return title, nil, ctx.Err()
	}
	return l.Title, nil, ctx.Err()
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
