package refactor_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/refactorings"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file moves declarations of random programs into components and out of them.

// programs are some of those with recorded edits.
func programs(t *testing.T) []changes.Source {
	t.Helper()
	all, err := changes.Programs(analysistest.Repository(t))
	if err != nil {
		t.Fatal(err)
	}
	return all[:testsize.MovedPrograms]
}

// Invariant: an action that moves declarations across the border of a component brings no error,
// keeps the values of outputs, and keeps every resource.
func TestComponentsKeepEverything(t *testing.T) {
	t.Parallel()
	m := refactorings.NewMaker(t)
	c := newTally()
	t.Cleanup(func() { c.print(t) })
	for seed, source := range programs(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			f := m.Fixture(t, source.Files)
			if refactorings.HasErrors(t, f) {
				t.Skip("the program has errors")
			}
			for _, o := range refactorings.Crossings(t, f, rand.New(rand.NewPCG(uint64(seed), 7))) {
				c.add(o.Kind, o.Disabled)
				if o.Disabled == "" {
					isRight(t, f, o.Action)
				}
			}
		})
	}
}
