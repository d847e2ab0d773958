package outline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

var kinds = map[outline.FoldKind]string{outline.PlainFold: "fold", outline.CommentFold: "comment", outline.RegionFold: "region"}

func foldsOf(t *testing.T, f *analysistest.Fixture, path string) []outline.Fold {
	t.Helper()
	folds, err := outline.Folds(context.Background(), f.ProgramOf(path), path)
	if err != nil {
		t.Fatal(err)
	}
	return folds
}

func foldFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "folding", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, path := range f.Paths() {
			file, _ := f.ProgramOf(path).File(path)
			for _, fold := range foldsOf(t, f, path) {
				from, to := file.Line(fold.Span.Start), file.Line(fold.Span.End)
				fmt.Fprintf(&out, "%s %d–%d closed=%t %q: %s\n", kinds[fold.Kind], from+1, to+1, fold.Closed, fold.Text, strings.TrimSpace(file.LineText(from)))
			}
		}
		f.Check(t, "", out.String())
	})
}

// Invariant: folds are inside the file, have several lines, and are nested or disjoint, except
// for regions, which their author may put anywhere.
func TestFoldsAreNested(t *testing.T) {
	t.Parallel()
	const text = "# a\n# b\nresource r \"kit:Site\" {\n  x = [\n    1,\n  ]\n  t = <<E\n  a ${[\n  1]}\nE\n  options {\n    dependsOn = [\n]\n  }\n}\n"
	for end := range len(text) + 1 {
		f := analysistest.LoadText(t, "A prefix.\n-- main.pp --\n"+text[:end])
		path := f.Paths()[0]
		file, _ := f.Program.File(path)
		var around []syntax.Span
		for _, fold := range foldsOf(t, f, path) {
			s := fold.Span
			if s.Start < 0 || s.End > file.Len() || file.Line(s.Start) >= file.Line(s.End) {
				t.Fatalf("cut at %d: fold %v", end, s)
			}
			for _, o := range around {
				if o.Contains(s.Start) && s.End > o.End {
					t.Errorf("cut at %d: %v and %v overlap", end, o, s)
				}
			}
			around = append(around, s)
		}
	}
}

func TestOutermost(t *testing.T) {
	t.Parallel()
	at := func(start, end int) outline.Fold { return outline.Fold{Span: syntax.Span{Start: start, End: end}} }
	folds := []outline.Fold{at(0, 100), at(10, 50), at(20, 40), at(60, 90), at(100, 120)}
	if got := fmt.Sprint(outline.Outermost(folds, 3)); got != fmt.Sprint([]outline.Fold{folds[0], folds[1], folds[4]}) {
		t.Errorf("got %s", got)
	}
	if got := outline.Outermost(folds, 9); len(got) != 5 {
		t.Errorf("got %v", got)
	}
}
