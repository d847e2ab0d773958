package navigate_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

func TestFixtures(t *testing.T) {
	t.Parallel()
	t.Run("calls", callFixtures)
	analysistest.Run(t, "navigate", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, c := range f.Cursors {
			out.WriteString(f.Show(c) + "\n")
			p := f.ProgramOf(c.Path)
			defined, err := navigate.Definition(context.Background(), p, c.Path, c.Offset)
			if err != nil {
				t.Fatal(err)
			}
			out.WriteString(show(f, "declared", defined))
			uses, err := navigate.References(context.Background(), p, c.Path, c.Offset, programs(f)...)
			if err != nil {
				t.Fatal(err)
			}
			out.WriteString(show(f, "used", uses))
		}
		f.Check(t, "", out.String())
	})
}

// programs returns all programs of a fixture.
func programs(f *analysistest.Fixture) []*analysis.Program {
	var all []*analysis.Program
	for _, path := range f.Paths() {
		if p := f.ProgramOf(path); !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

func show(f *analysistest.Fixture, title string, found []navigate.Location) string {
	var out strings.Builder
	for _, l := range found {
		out.WriteString("  " + title + " " + f.ShowSpan(l.Path, l.NameSpan))
		if l.Span != l.NameSpan {
			out.WriteString(" in " + f.ShowSpan(l.Path, l.Span))
		}
		out.WriteString("\n")
	}
	if len(found) == 0 {
		out.WriteString("  not " + title + "\n")
	}
	return out.String()
}

// Invariant: what a reference leads to leads to itself.
func TestDeclarationsLeadToThemselves(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "navigate", func(t *testing.T, f *analysistest.Fixture) {
		for _, path := range f.Paths() {
			p := f.ProgramOf(path)
			for offset := range len(f.Text(path)) + 1 {
				defined, err := navigate.Definition(context.Background(), p, path, offset)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range defined {
					if l.NameSpan.Len() == 0 || f.Text(l.Path)[l.NameSpan.Start:l.NameSpan.End] == "package" {
						continue // the start of a component's program; a package block
					}
					again, err := navigate.Definition(context.Background(), f.ProgramOf(l.Path), l.Path, l.NameSpan.Start)
					if err != nil || !slices.Equal(again, []navigate.Location{l}) {
						t.Errorf("%s leads to %s, and that to %v (%v)",
							f.Show(analysistest.Cursor{Path: path, Offset: offset}), f.ShowSpan(l.Path, l.NameSpan), again, err)
					}
				}
			}
		}
	})
}

// Every use of a name has the same uses.
func TestReferencesAgree(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "navigate", func(t *testing.T, f *analysistest.Fixture) {
		for _, c := range f.Cursors {
			p := f.ProgramOf(c.Path)
			found, err := navigate.References(context.Background(), p, c.Path, c.Offset, programs(f)...)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range found {
				again, err := navigate.References(context.Background(), f.ProgramOf(l.Path), l.Path, l.NameSpan.Start, programs(f)...)
				if err != nil || !slices.Equal(inOrder(again), inOrder(found)) {
					t.Errorf("%s: %v from the cursor, %v from %s (%v)", f.Show(c), found, again, f.ShowSpan(l.Path, l.NameSpan), err)
				}
			}
		}
	})
}

// inOrder sorts uses independently of where the search began.
func inOrder(found []navigate.Location) []navigate.Location {
	return slices.SortedFunc(slices.Values(found), func(a, b navigate.Location) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.NameSpan.Start, b.NameSpan.Start))
	})
}

func TestCancelledContextIsReported(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Cancelled.\n-- main.pp --\na = 1\nb = $0a\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := f.Cursors[0]
	if got, err := navigate.References(ctx, f.Program, c.Path, c.Offset); err == nil {
		t.Errorf("got %v and no error from a cancelled search", got)
	}
}
