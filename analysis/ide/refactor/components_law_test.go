package refactor_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file moves declarations of random programs into components and out of them.

// Invariant: an action that moves declarations across the border of a component brings no error,
// keeps the values of outputs, and keeps every resource.
func TestComponentsKeepEverything(t *testing.T) {
	t.Parallel()
	m := newMaker(t)
	c := &tally{made: map[string]int{}, refused: map[string]map[string]int{}}
	t.Cleanup(func() {
		c.print(t)
		c.write(t)
	})
	for seed := range uint64(testsize.MovedPrograms) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			source := changes.All.Before(m.packages, seed)
			f := m.fixture(t, source.Files)
			if len(errorsIn(t, f)) > 0 {
				t.Skip("the program has errors")
			}
			r := rand.New(rand.NewPCG(seed, 7))
			for _, filePath := range f.Paths() {
				for i, selected := range selections(f, filePath, r) {
					for _, a := range componentsAt(t, f, filePath, selected) {
						kind, _, _ := strings.Cut(strings.Replace(a.ID, "move.into.", "move.into ", 1), " ")
						if a.Disabled != "" {
							c.add(kind, a.Disabled)
							continue
						}
						c.add(kind, "")
						isRight(t, f, a)
						c.keep(source.Files, after(f, a), source.Config, kind, fmt.Sprintf("%d-%s-%d-%s", seed, filePath[1:], i, a.ID))
					}
				}
			}
		})
	}
}

// selections are up to four declarations in a row, twice, and the names of components.
func selections(f *analysistest.Fixture, filePath string, r *rand.Rand) (all []syntax.Span) {
	file, _ := f.ProgramOf(filePath).File(filePath)
	for range 2 {
		from := r.IntN(file.Count())
		to := min(file.Count()-1, from+r.IntN(4))
		all = append(all, syntax.Span{Start: file.Item(from).Base, End: file.Item(to).Span().End})
	}
	for _, it := range file.All() {
		if it.Kind == syntax.KindComponent {
			at := it.Base + it.NameSpan.Start
			all = append(all, syntax.Span{Start: at, End: at})
		}
	}
	return all
}

// after are the files after an action, by their paths in the archive.
func after(f *analysistest.Fixture, a refactor.Action) map[string]string {
	files := map[string]string{}
	for _, filePath := range f.Paths() {
		files[strings.TrimPrefix(filePath, analysistest.Root+"/")] = f.Text(filePath)
	}
	next := appliedTo(files, &a.Change)
	for _, filePath := range a.Change.Deleted {
		delete(next, strings.TrimPrefix(filePath, analysistest.Root+"/"))
	}
	return next
}
