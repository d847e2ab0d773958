package refactor_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file looks at refusals. Those that the language forces, or what nobody knows of components of packages, are listed with the reason.

// forced are reasons for refusals that no other text of a program could overcome.
var forced = []struct {
	reason  *regexp.Regexp
	because string
}{
	{
		regexp.MustCompile("would need a former name of its own|which no alias of a range keeps"),
		"the one list of aliases of a block counts for all instances of its range, and `range` does not exist in options: the run stops at it",
	},
	{regexp.MustCompile("the resources have different types"), "a range has one type"},
	{regexp.MustCompile("circular reference|would need each other"), "what stays needs what moves, and is needed by it: a run stops at the circle"},
	{
		regexp.MustCompile("is a component of a package|a component of a package names what is in it"),
		"only its provider knows which resources are inside, and their names",
	},
}

// isForced is why a refusal is forced; empty if it is not.
func isForced(why string) string {
	for _, f := range forced {
		if f.reason.MatchString(why) {
			return f.because
		}
	}
	return ""
}

// mostRefused is how many of 100 tries of a kind may be refused for reasons that are not forced.
const mostRefused = 10

// tried is how often a kind was tried, and how many of these tries were refused.
func (c *tally) tried(kind string) (all, must, may int) {
	all = c.made[kind]
	for why, n := range c.refused[kind] {
		if all += n; isForced(why) != "" {
			must += n
		} else {
			may += n
		}
	}
	return all, must, may
}

// Invariant: of each kind, at most one refactoring in ten is refused, except where the language forces it.
func (c *tally) checkRefusals(t *testing.T) {
	for _, kind := range c.kinds() {
		all, must, may := c.tried(kind)
		t.Logf("%-18s of %4d tried: %3d %% refused by the language, %3d %% for other reasons", kind, all, must*100/all, may*100/all)
		if testsize.Long() && may*100 > all*mostRefused {
			t.Errorf("%s: %d of %d are refused", kind, may, all)
		}
	}
}

func (c *tally) kinds() []string {
	ids := maps.Clone(c.made)
	for id := range c.refused {
		ids[id] += 0
	}
	return slices.Sorted(maps.Keys(ids))
}

var updateFigures = flag.Lookup("update")

// checkFigures compares the figures in the README of the recordings with what was made again, or renews them.
func (c *tally) checkFigures(t *testing.T) {
	file := filepath.Join(analysistest.Repository(t), "testdata", "refactorings", "README.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const start, end = "<!-- figures -->\n", "<!-- end of figures -->"
	before, rest, _ := strings.Cut(string(data), start)
	_, behind, found := strings.Cut(rest, end)
	if !found {
		t.Fatalf("%s has no place for figures", file)
	}
	want := before + start + c.figures() + end + behind
	switch {
	case want == string(data):
	case updateFigures != nil && updateFigures.Value.String() == "true":
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is stale: run this test with -update and PCL_LSP_TEST_SIZE=long; want\n%s", file, c.figures())
	}
}

// figures are tables of what was tried, and of the reasons for refusals.
func (c *tally) figures() string {
	var b strings.Builder
	b.WriteString("\n| kind | tried | made | refused by force | refused otherwise |\n|---|---|---|---|---|\n")
	for _, kind := range c.kinds() {
		all, must, may := c.tried(kind)
		fmt.Fprintf(&b, "| `%s` | %d | %d | %s | %s |\n", kind, all, c.made[kind], share(must, all), share(may, all))
	}
	for _, force := range []bool{true, false} {
		if force {
			b.WriteString("\nForced:\n\n| kind | refused | reason | because |\n|---|---|---|---|\n")
		} else {
			b.WriteString("\nNot forced:\n\n| kind | refused | reason |\n|---|---|---|\n")
		}
		for _, kind := range c.kinds() {
			for _, why := range slices.Sorted(maps.Keys(c.refused[kind])) {
				switch because := isForced(why); {
				case force && because != "":
					fmt.Fprintf(&b, "| `%s` | %d | %s | %s |\n", kind, c.refused[kind][why], why, because)
				case !force && because == "":
					fmt.Fprintf(&b, "| `%s` | %d | %s |\n", kind, c.refused[kind][why], why)
				}
			}
		}
	}
	return b.String() + "\n"
}

func share(n, of int) string { return fmt.Sprintf("%d (%.1f %%)", n, float64(n)*100/float64(of)) }
