package fix_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// Invariant: fixing all twice equals fixing all once, and adds no finding. This visits the
// programs of several directories of fixtures.
func TestSafely(t *testing.T) {
	t.Parallel()
	var changed atomic.Int32
	t.Cleanup(func() { // after the tests of the fixtures
		if changed.Load() < 5 {
			t.Errorf("only %d files were changed", changed.Load())
		}
	})
	for _, dir := range []string{"fix", "hover", "complete", "inlay"} {
		analysistest.Run(t, dir, func(t *testing.T, f *analysistest.Fixture) {
			for _, path := range f.Paths() {
				p := f.ProgramOf(path)
				edits, err := fix.Safely(context.Background(), p, path)
				if err != nil {
					t.Fatal(err)
				}
				if len(edits) == 0 {
					continue
				}
				changed.Add(1)
				after := applyTo(p, edits)
				if was, is := findings(t, p), findings(t, after); len(is) > len(was) || errorsIn(is) > errorsIn(was) {
					t.Errorf("%s: from %d findings to %+v", path, len(was), is)
				}
				if again, _ := fix.Safely(context.Background(), after, path); len(again) > 0 {
					t.Errorf("%s: the second time there are still %+v", path, again)
				}
			}
		})
	}
}

// Fixes that make room for others are applied too.
func TestSafelyInRounds(t *testing.T) {
	t.Parallel()
	f := exampleOf(t, "a = 1\n\nconfig d bool {\n}\n\noutput e {\n  value = \"${!(!(!(!d)))}\"\n}\n")
	p := f.Programs(t)[0]
	path := p.Files[0].Path
	edits, err := fix.Safely(context.Background(), p, path)
	if err != nil {
		t.Fatal(err)
	}
	after := applyTo(p, edits)
	const want = "a = 1\n\nconfig d bool {\n}\n\noutput e {\n  value = d\n}\n" // unused declarations are not lost
	if got := after.Files[0].Text(); got != want {
		t.Errorf("got %q", got)
	}
}

// All findings of one code are fixed at once.
func TestOfCode(t *testing.T) {
	t.Parallel()
	f := exampleOf(t, "output e {\n  value = [jsonencode(1), jsonencode(2)]\n}\n")
	p := f.Programs(t)[0]
	edits := fix.OfCode(context.Background(), p, p.Files[0].Path, findings(t, p), codes.FunctionUnknown)
	if after := findings(t, applyTo(p, edits)); len(edits) != 2 || len(after) != 0 {
		t.Errorf("after %v there is %+v", edits, after)
	}
}

// A byte order mark stays if the first item is removed.
func TestMarkStays(t *testing.T) {
	t.Parallel()
	f := exampleOf(t, "\uFEFFa = 1\nconfig d string {\n}\n\noutput e {\n  value = d\n}\n")
	p := f.Programs(t)[0]
	edits := fix.OfCode(context.Background(), p, p.Files[0].Path, findings(t, p), codes.UnusedLocal)
	if got := applyTo(p, edits).Files[0].Text(); !strings.HasPrefix(got, "\uFEFF") || strings.Contains(got, "a = 1") {
		t.Errorf("got %q", got)
	}
}
