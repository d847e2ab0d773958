package checked_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/taint"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/circular"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// littleStack is the stack that every recursion has to do with in this test. The process ends if one needs more.
const littleStack = 64 << 20

// orders are ways to call a function with every number below n.
var orders = map[string]func(n int, do func(i int)){
	"forward": nil,
	"backward": func(n int, do func(i int)) {
		for i := range n {
			do(n - 1 - i)
		}
	},
	"at once": func(n int, do func(i int)) {
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { do(i) })
		}
		all.Wait()
	},
}

// Items that need each other in a circle, in any two or three places, are checked with little stack, by the plan of
// the engine and not by its guard. The findings are the same in every order and mode.
func TestItemsInCircles(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(littleStack))
	places := circular.Places()
	if len(places) < 100 {
		t.Fatalf("there are %d places only", len(places))
	}
	random := rand.New(rand.NewPCG(1, 2))
	var rings []string
	for _, a := range places {
		for _, b := range places {
			c := places[random.IntN(len(places))]
			rings = append(rings, circular.Ring(a, b), circular.Ring(a, b, c))
		}
	}
	random.Shuffle(len(rings), func(i, j int) { rings[i], rings[j] = rings[j], rings[i] })
	for _, a := range places { // what passes every value on is in all sizes
		rings = slices.Insert(rings, 0, circular.Ring(a), circular.Ring(a, places[0]), circular.Ring(places[0], a))
	}
	for _, text := range rings[:min(len(rings), 3*len(places)+testsize.Rings)] {
		checkCircle(t, map[string]string{"p": text, "p/part": text})
		if t.Failed() {
			t.Fatal(text)
		}
	}
}

// Programs that use each other as components in a circle are checked with little stack.
func TestComponentsInCircles(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(littleStack))
	for _, a := range circular.Places() {
		programs := map[string]string{}
		for i, next := range []string{"../p1", "../p2", "../p0"} {
			programs[fmt.Sprintf("p%d", i)] = fmt.Sprintf("component b %q {\n  input = a.value\n}\n", next) +
				"config input any {\n}\noutput value {\n  value = [a, b.value, input]\n}\n" + a.Item("a", "b")
		}
		checkCircle(t, programs)
		if t.Failed() {
			t.Fatal(a.Name)
		}
	}
}

// If the engine is not told what results need, its guard keeps the stack small, in circles and in long chains.
func TestGuardOfResults(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(littleStack))
	var chain strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&chain, "l%d = [l%d]\n", i, i+1)
	}
	resource := "resource a \"simple:index:Resource\" {\n  value = b.value\n}\nb = a\n"
	for _, test := range []struct {
		text string
		most int // results that are computed
	}{{"a = b\nb = [a]\n", 20}, {resource, 20}, {chain.String(), 1_000_000}} {
		files := []*syntax.File{syntax.Parse("p/main.pp", test.text, nil)}
		p := checked.NewForgetful("p", files, analysis.World{Passes: []checked.Pass{taint.Pass{}}})
		stopped, computed := false, 0
		ctx := program.Observed(context.Background(), func(w program.Work) {
			computed++
			stopped = stopped || w.Circular
		})
		if _, err := p.Diagnostics(ctx); err != nil || !stopped || computed > test.most {
			t.Errorf("%v, stopped: %v, %d results: %.80s", err, stopped, computed, test.text)
		}
	}
}

// checkCircle checks programs, by directory, in all orders and modes.
func checkCircle(t *testing.T, texts map[string]string) {
	t.Helper()
	var first string
	for _, name := range []string{"forward", "backward", "at once"} {
		for _, final := range []bool{true, false} {
			programs := map[string]*analysis.Program{}
			world := analysis.World{Schemas: analysistest.RepositorySchemas(t), Each: orders[name], Final: final}
			world.Component = func(dir string) *analysis.Program { return programs[dir] }
			for dir, text := range texts {
				files := []*syntax.File{syntax.Parse(path.Join(dir, "main.pp"), text, nil)}
				programs[dir] = analysis.NewProgram(dir, files, world, nil)
			}
			found := ""
			for _, dir := range slices.Sorted(maps.Keys(texts)) {
				found += findingsWithoutGuard(t, programs[dir])
			}
			if first == "" {
				first = found
			} else if found != first {
				t.Errorf("%s, final %v:\n%sand forward:\n%s", name, final, found, first)
			}
		}
	}
}

// findingsWithoutGuard are the findings in a program. The guard against circles must not be needed.
func findingsWithoutGuard(t *testing.T, p *checked.Program) string {
	t.Helper()
	var mu sync.Mutex
	ctx := program.Observed(context.Background(), func(w program.Work) {
		mu.Lock()
		defer mu.Unlock()
		if w.Circular {
			t.Errorf("%s of %s in %s needs itself", w.Result, w.Item, w.Dir)
		}
	})
	found, err := p.Diagnostics(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return showFindings(found)
}

// Long chains of items, in any place, need little stack, also with what callers pass.
func TestChainsInEveryPlace(t *testing.T) {
	const long, stack = 1000, 4 << 20 // more than 4 KB for each item would overflow
	defer debug.SetMaxStack(debug.SetMaxStack(stack))
	for i, place := range circular.Places() {
		if i > 10 && i%testsize.EachRing != 0 {
			continue
		}
		var text strings.Builder
		text.WriteString("config given any {\n}\n")
		for i := range long {
			text.WriteString(place.Item(fmt.Sprintf("l%d", i), fmt.Sprintf("l%d", i+1)))
		}
		fmt.Fprintf(&text, "l%d = [given]\n", long)
		programs := map[string]*analysis.Program{}
		world := analysis.World{Schemas: analysistest.RepositorySchemas(t), Final: true}
		world.Component = func(dir string) *analysis.Program { return programs[dir] }
		programs["p/part"] = analysis.NewProgram("p/part", []*syntax.File{syntax.Parse("p/part/main.pp", text.String(), nil)}, world, nil)
		user := "component user \"./part\" {\n  given = secret(\"x\")\n}\n"
		programs["p"] = analysis.NewProgram("p", []*syntax.File{syntax.Parse("p/main.pp", user, nil)}, world, nil)
		for _, p := range programs {
			findingsWithoutGuard(t, p)
		}
		callers := func(dir string) []*checked.Program {
			if dir == "p/part" {
				return []*checked.Program{programs["p"]}
			}
			return nil
		}
		first, _ := programs["p/part"].Files[0].ItemAt(strings.Index(text.String(), "l0"))
		_, err := analysis.ItemViewWithCallers(context.Background(), programs["p/part"], first, callers)
		if err != nil {
			t.Fatal(err)
		}
	}
}
