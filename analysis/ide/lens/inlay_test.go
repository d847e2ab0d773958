package lens_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

func everything() lens.ShownHints {
	var all lens.ShownHints
	for _, kind := range lens.HintKinds() {
		all[kind] = true
	}
	return all
}

func hints(t testing.TB, p *analysis.Program, path string, shown lens.ShownHints) []lens.Hint {
	t.Helper()
	file, _ := p.File(path)
	found, err := lens.Hints(context.Background(), p, path, syntax.Span{End: file.Len()}, shown)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func hintFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "inlay", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, path := range f.Paths() {
			fmt.Fprintf(&out, "=== %s\n", filepath.Base(path))
			text, at := f.Text(path), 0
			found := hints(t, f.ProgramOf(path), path, everything())
			for _, h := range found {
				out.WriteString(text[at:h.Offset] + "⟦" + h.Label + "⟧")
				at = h.Offset
			}
			out.WriteString(text[at:])
			for _, h := range found {
				more, err := lens.Explain(context.Background(), f.ProgramOf(path), path, h.Offset, h.Kind)
				if err != nil || more == "" {
					t.Errorf("%v: nothing more to say, %v", h, err)
				}
				fmt.Fprintf(&out, "--- %s %s: %s\n", h.Kind, h.Label, more)
			}
		}
		f.Check(t, "", out.String())
	})
}

// Invariant: hints are sorted by their places, and each stands inside or directly behind the
// item that it is about. Checked on programs after random cuts.
func TestHintsAreInOrder(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob(filepath.Join(analysistest.Repository(t), "testdata/programs/*/main.pp"))
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for i, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(5, uint64(i)))
		text := string(data)
		for range 40 {
			at := random.IntN(len(text))
			text = text[:at] + []string{"", "secret(", "\n", "x = [", "<<E\n", "}"}[random.IntN(6)] + text[min(at+random.IntN(3), len(text)):]
			f := analysistest.LoadText(t, "A program.\n-- main.pp --\n"+text)
			last := 0
			for _, h := range hints(t, f.Program, f.Paths()[0], everything()) {
				if h.Offset < last || h.Offset > len(f.Text(f.Paths()[0])) || h.Label == "" {
					t.Fatalf("the hint %v is out of order in\n%s", h, text)
				}
				last = h.Offset
			}
		}
	}
}

// By default there are few hints: at most one per five lines of any program.
func TestCalmHints(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob(filepath.Join(analysistest.Repository(t), "testdata/programs/*/main.pp"))
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := analysistest.LoadText(t, "A program.\n-- main.pp --\n"+string(data))
		if n := len(hints(t, f.Program, f.Paths()[0], lens.CalmHints())); n*5 > strings.Count(string(data), "\n") {
			t.Errorf("%s has %d hints", name, n)
		}
	}
}

// Only the requested kinds are returned, and a canceled request has no result.
func TestHintKinds(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "A program.\n-- main.pp --\na = secret(1)\nb = a\n")
	path := f.Paths()[0]
	for _, kind := range lens.HintKinds() {
		var one lens.ShownHints
		one[kind] = true
		for _, h := range hints(t, f.Program, path, one) {
			if h.Kind != kind {
				t.Errorf("asked for %s, got %v", kind, h)
			}
		}
	}
	if more, err := lens.Explain(context.Background(), f.Program, path, 3, lens.Instances); more != "" || err != nil {
		t.Errorf("where no hint is: got %q, %v", more, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := lens.Hints(ctx, f.Program, path, syntax.Span{End: 9}, everything()); err == nil {
		t.Error("a cancelled context is no error")
	}
}
