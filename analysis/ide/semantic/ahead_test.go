package semantic_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// Painting items during a check gives the tokens that painting them later gives, also after an edit, and no item is painted again.
func TestAhead(t *testing.T) {
	t.Parallel()
	world := analysis.World{Schemas: analysistest.RepositorySchemas(t)}
	file := syntax.Parse(path, strings.Join(programs(t), "\n"), nil)
	p := analysis.NewProgram("/fixture", []*syntax.File{file}, world, nil)
	var count atomic.Int64
	counted := func(it *syntax.Item, tokens []semantic.Token) []semantic.Token {
		if it.Name != "" {
			count.Add(1)
		}
		return made(it, tokens)
	}
	ahead := semantic.NewAhead(counted)
	check := func(p *analysis.Program) {
		ctx := analysis.WithItemViews(context.Background(), map[string]func(*analysis.ItemView){path: ahead.See})
		if _, err := p.Report(ctx, nil); err != nil {
			t.Fatal(err)
		}
	}
	compare := func(p *analysis.Program, file *syntax.File) {
		t.Helper()
		before := count.Load()
		now, err := semantic.Whole(context.Background(), p, path, semantic.From(ahead), counted)
		if err != nil {
			t.Fatal(err)
		}
		if before == 0 || count.Load() != before {
			t.Errorf("%d items are painted ahead, and %d when asked for", before, count.Load()-before)
		}
		fresh := analysis.NewProgram("/fixture", []*syntax.File{syntax.Parse(path, file.Text(), nil)}, world, nil)
		if got, want := shown(placedIn(now)), shown(placedIn(paint(t, fresh, path, nil))); got != want {
			t.Errorf("ahead the tokens are\n%s\nand later\n%s", got, want)
		}
	}
	check(p)
	compare(p, file)

	file = file.Edited(syntax.Edit{Span: syntax.Span{}, Text: "first = secret(1)\n"})
	p = analysis.NewProgram("/fixture", []*syntax.File{file}, world, p)
	check(p)
	compare(p, file)
}
