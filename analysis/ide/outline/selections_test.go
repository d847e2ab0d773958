package outline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

func spansAt(t *testing.T, f *analysistest.Fixture, c analysistest.Cursor) []syntax.Span {
	t.Helper()
	all, err := outline.Selections(context.Background(), f.ProgramOf(c.Path), c.Path, []int{c.Offset})
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	return all[0]
}

func selectionFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "selection", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, c := range f.Cursors {
			fmt.Fprintln(&out, f.Show(c))
			for _, s := range spansAt(t, f, c) {
				text := f.Text(c.Path)[s.Start:s.End]
				if len(text) > 60 {
					text = text[:28] + " … " + text[len(text)-28:]
				}
				fmt.Fprintf(&out, "  %q\n", text)
			}
		}
		f.Check(t, "", out.String())
	})
}

// Invariant: each selection is inside the next one and differs from it, contains the
// offset, and the last one is the file; for many prefixes of a program.
func TestSelectionsAreNested(t *testing.T) {
	t.Parallel()
	const text = "# a b\nresource r \"kit:Site\" {\n  title = \"x ${join(\",\", [\"é\", 1])} y\"\n  t = <<E\n a ${[for a in b : a]}\nE\n  m = { \"k\" = !x[0].y }\n}\n"
	for end := 1; end <= len(text); end += 7 {
		f := analysistest.LoadText(t, "A prefix.\n-- main.pp --\n"+text[:end])
		path := f.Paths()[0]
		for offset := range len(f.Text(path)) + 1 {
			spans := spansAt(t, f, analysistest.Cursor{Path: path, Offset: offset})
			for i, s := range spans {
				if !s.Touches(offset) || i > 0 && (s == spans[i-1] || s.Start > spans[i-1].Start || s.End < spans[i-1].End) {
					t.Fatalf("cut at %d, offset %d: %v", end, offset, spans)
				}
			}
			if last := spans[len(spans)-1]; last.Start != 0 || last.End != len(f.Text(path)) {
				t.Fatalf("cut at %d, offset %d: %v", end, offset, spans)
			}
		}
	}
}

// TestManySelections: for endlessly nested brackets a client can still parse the selections,
// which include the innermost and the outermost.
func TestManySelections(t *testing.T) {
	t.Parallel()
	const n = 100_000
	text := "a = " + strings.Repeat("[", n) + "1" + strings.Repeat("]", n) + "\n"
	p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", text, nil)}, analysis.World{}, nil)
	all, err := outline.Selections(context.Background(), p, "d/main.pp", []int{4 + n})
	if err != nil || len(all[0]) > 2000 || len(all[0]) < 1000 {
		t.Fatalf("%d selections, %v", len(all[0]), err)
	}
	if first, last := all[0][0], all[0][len(all[0])-1]; first != (syntax.Span{Start: 4 + n, End: 5 + n}) || last.Len() != len(text) {
		t.Errorf("the first is %v, the last %v", first, last)
	}
}
