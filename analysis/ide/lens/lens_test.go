package lens_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

var every = lens.Shown{true, true, true}

func TestFixtures(t *testing.T) {
	t.Parallel()
	t.Run("hints", hintFixtures)
	analysistest.Run(t, "lens", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, path := range f.Paths() {
			p := f.ProgramOf(path)
			found, err := lens.In(context.Background(), p, path, every, p != f.Program)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range found {
				if l.Crosses {
					fmt.Fprintf(&out, "%s %s: for others\n", f.ShowSpan(path, l.NameSpan), l.Kind)
					continue
				}
				title, uses, err := lens.Count(context.Background(), p, l)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&out, "%s %s: %s\n", f.ShowSpan(path, l.NameSpan), l.Kind, title)
				for _, u := range uses {
					fmt.Fprintf(&out, "  %s\n", f.ShowSpan(u.Path, u.Span))
				}
			}
		}
		f.Check(t, "", out.String())
	})
}

// Outside differs exactly if other programs use the component differently.
func TestOutside(t *testing.T) {
	t.Parallel()
	outside := func(program string) string {
		f := analysistest.LoadText(t, "Outside.\n-- main.pp --\n"+program+"\n-- inner/in.pp --\nconfig size \"int\" {}\noutput o { value = 1 }\n")
		text, err := lens.Outside(context.Background(), f.Program, "/fixture/inner")
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	const component = "component c \"./inner\" { size = 1 }\n"
	used := outside(component + "a = c.o + 1")
	for program, same := range map[string]bool{
		component + "b = 2 * c.o": true, component + "a = c.p + 1": false, component + "a = 1": false,
		"component c \"./inner\" {}\na = c.o + 1": false, component + "a = [c.o, c.o]": false, component + "\n# more\na = c.o / 2 # c.o": true,
	} {
		if got := outside(program); got == used != same {
			t.Errorf("%s\ngot %q, and before %q", program, got, used)
		}
	}
	if got := outside("a = c.o"); got != "" {
		t.Errorf("got %q", got)
	}
}

// A number of dependents beyond the items that are followed is a lower bound.
func TestManyDependents(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{9_999: "9999 dependents", 10_000: "10000 dependents", 10_001: "more than 10000 dependents"} {
		text := "read r0 \"a:b:C\" {\n}\n"
		f := analysistest.LoadText(t, "Many.\n-- main.pp --\n"+text+manyReads(n))
		title, _, err := lens.Count(context.Background(), f.Program, lens.Lens{Kind: lens.Dependents, Name: "r0"})
		if err != nil || title != want {
			t.Errorf("%d: got %q, %v", n, title, err)
		}
	}
}

func manyReads(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "read r%d \"a:b:C\" {\n  y = r0\n}\n", i+1)
	}
	return b.String()
}

func TestCancelledContext(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Cancelled.\n-- main.pp --\na = 1\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if found, err := lens.In(ctx, f.Program, f.Paths()[0], every, false); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", found, err)
	}
	if _, _, err := lens.Count(ctx, f.Program, lens.Lens{Name: "a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Listing lenses checks nothing and does not need a checked program.
func TestNothingIsChecked(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Unchecked.\n-- main.pp --\nresource site \"kit:Site\" {\n  title = size\n}\nconfig size \"string\" {}\n")
	ctx := analysis.Observed(context.Background(), func(w analysis.Work) { t.Errorf("the %s of %s were computed", w.Result, w.Item) })
	found, err := lens.In(ctx, f.Program, f.Paths()[0], every, false)
	if err != nil || len(found) != 4 || found[2].Title != "1 input missing: content" {
		t.Errorf("got %v, %v", found, err)
	}
}
