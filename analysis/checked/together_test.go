package checked_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// Several fixes are tried on a program at the same time, while it is being edited.
func TestProgramsBranchTogether(t *testing.T) {
	t.Parallel()
	const count = 400
	var text strings.Builder
	for i := range count {
		fmt.Fprintf(&text, "a%d = [nope%d]\n", i, i)
	}
	for round := range 3 {
		base := editedProgram{steady: true}
		base.set(text.String())
		findingsOf(t, base.program)
		left := make([]string, 4)
		var all sync.WaitGroup
		for i := range left {
			edited, name := base, fmt.Sprintf("nope%d", count-1-i)
			all.Go(func() {
				edited.set(text.String() + name + " = 1\n")
				for _, d := range findingsOf(t, edited.program) {
					if strings.HasPrefix(d.Message, "`"+name+"` is not declared") {
						left[i] = d.Message
					}
				}
			})
		}
		all.Wait()
		for _, message := range left {
			if message != "" {
				t.Fatalf("round %d: found although it is declared: %s", round, message)
			}
		}
	}
}

// Each of the programs that are derived from one at the same time says what one says
// that was made of the same files from nothing.
func TestBranchesEqualFresh(t *testing.T) {
	t.Parallel()
	world := checked.World{Schemas: analysistest.RepositorySchemas(t), SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1, OptIns: allRules}
	for seed := range 12 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(11, uint64(seed)))
			trunk := branch{weaver: weaver{random: random, texts: slices.Clone(yarns[seed%len(yarns)])}}
			for step := range 12 {
				if step%3 == 0 { // nothing has been derived from it
					trunk.files, trunk.program = nil, nil
				}
				trunk.grow(world)
				findingsOf(t, trunk.program)
				branches := make([]branch, 3)
				var all sync.WaitGroup
				for i := range branches {
					b := &branches[i]
					*b = trunk
					b.texts, b.random = slices.Clone(b.texts), rand.New(rand.NewPCG(random.Uint64(), 0))
					all.Go(func() {
						for range 1 + b.random.IntN(3) {
							b.weave()
							b.grow(world)
						}
						b.described = described(t, b.program)
					})
				}
				all.Wait()
				for _, b := range branches {
					fresh := branch{weaver: b.weaver}
					fresh.grow(world)
					if diff := cmp.Diff(described(t, fresh.program), b.described); diff != "" {
						t.Fatalf("step %d: fresh and derived differ (-fresh +derived):\n%s\n%s", step, diff, strings.Join(b.texts, "\n----\n"))
					}
				}
				trunk = branches[random.IntN(len(branches))]
			}
		})
	}
}

// branch is a program of several files that is edited on its own.
type branch struct {
	weaver
	files     []*syntax.File
	program   *checked.Program
	described string
}

// grow makes the program of the texts, from the one before if there is one.
func (b *branch) grow(world checked.World) {
	files := make([]*syntax.File, len(b.texts))
	for i, text := range b.texts {
		var before *syntax.File
		if b.files != nil {
			before = b.files[i]
		}
		files[i] = syntax.Parse(fmt.Sprintf("d/%d.pp", i), text, before)
	}
	b.files = files
	b.program = analysis.NewProgram("d", files, world, b.program)
}
