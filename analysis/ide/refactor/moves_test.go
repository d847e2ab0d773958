package refactor_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/refactorings"
)

// TestMoves makes the refactorings that keep what is deployed, at each cursor or for what is
// selected: those whose IDs begin with what the last line of the prose says: "only: range".
func TestMoves(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "refactor/moves", func(t *testing.T, f *analysistest.Fixture) {
		prose := string(f.Archive.Comment)
		_, only, _ := strings.Cut(prose, "\nonly: ")
		var out strings.Builder
		for i, c := range f.Cursors {
			selected := syntax.Span{Start: c.Offset, End: c.Offset}
			if strings.Contains(prose, "selected") {
				if i%2 == 1 {
					continue
				}
				selected.End = f.Cursors[i+1].Offset
			}
			fmt.Fprintf(&out, "%s\n", f.ShowSpan(c.Path, selected))
			p := f.ProgramOf(c.Path)
			actions, err := refactor.Moves(t.Context(), refactorings.Around(f), p, c.Path, selected)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range actions {
				if strings.HasPrefix(a.ID, strings.TrimSpace(only)) {
					fmt.Fprintf(&out, "  %s: %s\n%s", a.Kind, a.Title, made(t, f, p, a))
				}
			}
		}
		f.Check(t, "", out.String())
	})
}

// made is what an action does.
func made(t *testing.T, f *analysistest.Fixture, p *analysis.Program, a refactor.Action) string {
	t.Helper()
	if a.Disabled != "" {
		return "    disabled: " + a.Disabled + "\n"
	}
	set, err := a.Make(t.Context())
	var refusal *change.Refusal
	switch {
	case errors.As(err, &refusal):
		return "    refused: " + refusal.Reason + "\n"
	case err != nil:
		t.Fatal(err)
	}
	var out strings.Builder
	out.WriteString(shown(f, p, *set))
	for _, e := range set.Edits {
		if e.Path != "" && !slices.ContainsFunc(p.Files, func(file *syntax.File) bool { return file.Path == e.Path }) {
			fmt.Fprintf(&out, "    and %s\n", e.Path)
		}
	}
	return out.String()
}

// TestUsedUp removes aliases at each cursor, by the URNs in state.txt.
func TestUsedUp(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "refactor/used", func(t *testing.T, f *analysistest.Fixture) {
		var exists []plan.Old
		for _, part := range f.Archive.Files {
			if part.Name == "state.txt" {
				for u := range strings.FieldsSeq(string(part.Data)) {
					exists = append(exists, plan.Old{URN: u})
				}
			}
		}
		var out strings.Builder
		for _, c := range f.Cursors {
			fmt.Fprintf(&out, "%s\n", f.Show(c))
			actions, err := refactor.UsedUp(t.Context(), refactorings.Around(f), f.Program, c.Path, c.Offset, exists)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range actions {
				fmt.Fprintf(&out, "  %s: %s\n%s", a.Kind, a.Title, shown(f, f.Program, a.Change))
				for _, e := range a.Change.Edits {
					if e.Text == "" {
						fmt.Fprintf(&out, "    removed: %q\n", f.Text(e.Path)[e.Span.Start:e.Span.End])
					}
				}
			}
		}
		f.Check(t, "", out.String())
	})
}
