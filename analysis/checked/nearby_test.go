package checked_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// ofTheWhole are the findings that need the results of all items, or are said once.
var ofTheWhole = []codes.Code{codes.NameShadows, codes.NameLogicalDuplicate, codes.PackageUnknown, codes.SuppressionUnused}

// What is said about a place before anything else is certain is what the report says, and
// the report is what it would have been had nobody asked.
func TestFindingsAtAPlace(t *testing.T) {
	t.Parallel()
	schemas := analysistest.RepositorySchemas(t)
	world := checked.World{Schemas: schemas, SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1, OptIns: ^codes.OptIns(0)}
	for seed := range 12 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(11, uint64(seed)))
			w := weaver{random: random, texts: slices.Clone(yarns[seed%len(yarns)])}
			files := make([]*syntax.File, len(w.texts))
			var p *checked.Program
			said := 0
			for step := range 100 {
				fresh := make([]*syntax.File, len(files))
				for i, text := range w.texts {
					path := fmt.Sprintf("d/%d.pp", i)
					fresh[i] = syntax.Parse(path, text, nil)
					if files[i] == nil || files[i].Text() != text {
						files[i] = syntax.Parse(path, text, files[i])
					}
				}
				p = analysis.NewProgram("d", files, world, p)
				want := analysis.NewProgram("d", fresh, world, nil)
				for range 3 {
					f := files[random.IntN(len(files))]
					span := syntax.Span{Start: random.IntN(f.Len() + 1)}
					span.End = min(f.Len(), span.Start+random.IntN(40))
					got, err := p.FindingsAt(context.Background(), f.Path, span)
					if err != nil {
						t.Fatal(err)
					}
					said += len(got)
					if diff := cmp.Diff(touching(t, want, f.Path, span), shortly(got)); diff != "" {
						t.Fatalf("step %d, %s: at %v of %s (-report +place):\n%s\n%s", step, w.last, span, f.Path, diff, strings.Join(w.texts, "\n----\n"))
					}
				}
				if random.IntN(2) == 0 {
					if diff := cmp.Diff(described(t, want), described(t, p)); diff != "" {
						t.Fatalf("step %d, %s: (-fresh +asked before):\n%s", step, w.last, diff)
					}
				}
				w.weave()
			}
			if said == 0 {
				t.Error("nothing was said anywhere, which tests nothing")
			}
		})
	}
}

// touching is what the report says about a place.
func touching(t *testing.T, p *checked.Program, path string, span syntax.Span) []string {
	t.Helper()
	r, err := p.Report(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var found []diagnostic.Diagnostic
	for _, d := range r.In(path).Diagnostics {
		if d.Span.Start <= span.End && span.Start <= d.Span.End {
			found = append(found, d)
		}
	}
	return shortly(found)
}

// shortly leaves out what is said once for several items, and of the whole.
func shortly(all []diagnostic.Diagnostic) []string {
	var lines []string
	for _, d := range all {
		if !slices.Contains(ofTheWhole, d.Code) {
			lines = append(lines, fmt.Sprint(d.Span, " ", d.Code, " ", d.Message, " ", d.Related))
		}
	}
	slices.Sort(lines)
	return lines
}

// Who asks about one item does not wait for those that depend on it.
func TestPlacesDoNotWait(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "a%d = a%d\n", i+1, i)
	}
	world := checked.World{SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1}
	programOf := func(head string, prev *checked.Program) *checked.Program {
		return analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/a.pp", head+text.String(), nil)}, world, prev)
	}
	p := programOf("a0 = 1\n", nil)
	findingsOf(t, p)
	next := programOf("a0 = \"x\" + nope\n", p)
	if !checked.IsDerived(next) {
		t.Fatal("the program is not derived")
	}
	var looked int
	ctx := program.Observed(context.Background(), func(program.Work) { looked++ })
	found, err := next.FindingsAt(ctx, "d/a.pp", syntax.Span{Start: 11, End: 11})
	if err != nil || len(found) == 0 || looked > 10 {
		t.Errorf("found %v, %v after %d results", found, err, looked)
	}
	if soon, err := next.ReportIfCheap(ctx); soon != nil || err != nil {
		t.Errorf("the report of 1,000 items comes soon, %v", err)
	}
	if looked > 1000 {
		t.Errorf("%d results were looked at", looked)
	}
}
