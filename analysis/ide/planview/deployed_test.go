package planview_test

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/leak"
)

func TestFixtures(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/deployed", func(t *testing.T, f *fixture.Fixture) {
		snapshot := f.Session.Snapshot()
		s, err := state.Read([]byte(f.Files[fixture.Root+"/state.json"]))
		if err != nil {
			t.Fatal(err)
		}
		stack, err := planview.Deployed(t.Context(), snapshot.ProgramIn(fixture.Root), s)
		if err != nil {
			t.Fatal(err)
		}
		var blocks, hovers, plan strings.Builder
		for _, p := range f.Programs(t) {
			for _, file := range p.Files {
				for _, it := range file.All() {
					if all := stack.At(file.Path, it.Name); len(all) > 0 {
						fmt.Fprintf(&blocks, "%s: [%s] [%s]\n", it.Name, planview.TitleOf(all), planview.LabelOf(all))
					}
				}
			}
		}
		for _, c := range f.Cursors {
			program := snapshot.Program(c.Path)
			h, err := hover.InStacks(t.Context(), program, snapshot, []*planview.Stack{stack}, c.Path, c.Offset)
			if err != nil || h == nil {
				t.Fatalf("at %s %d: got %v, %v", c.Path, c.Offset, h, err)
			}
			file, _ := program.File(c.Path)
			line, _ := file.Position(h.Span.Start, syntax.UTF8)
			fmt.Fprintf(&hovers, "-- %s:%d: %s\n%s\n\n", path.Base(c.Path), line+1, file.Text()[h.Span.Start:h.Span.End], h.Markdown)
		}
		for _, e := range stack.View.Entries {
			id := "nothing"
			if r := e.Exists; r != nil {
				id = r.ID
			}
			fmt.Fprintf(&plan, "%s %s: %s\n", e.Operation, e.Name, id)
		}
		f.Golden(t, "blocks", blocks.String())
		f.Golden(t, "hovers", hovers.String())
		f.Golden(t, "plan", plan.String())
		for _, secret := range []string{leak.Stored, leak.Written} {
			if strings.Contains(hovers.String()+blocks.String(), secret) {
				t.Errorf("%s is shown", secret)
			}
		}
	})
}

func TestCancelledContext(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Cancelled.\n-- main.pp --\na = 1\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := planview.Deployed(ctx, f.Program, &state.State{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", s, err)
	}
}

// TestNothing: nothing is known without a stack.
func TestNothing(t *testing.T) {
	t.Parallel()
	var s *planview.Stack
	for title := range s.Titles() {
		t.Errorf("got %q", title)
	}
	if s.At("/p/main.pp", "a") != nil || planview.TitleOf(nil) != "" || planview.LabelOf(nil) != "" || planview.Console(nil) != "" {
		t.Error("something is known")
	}
}
