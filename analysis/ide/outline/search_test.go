package outline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// searchFixtures searches the programs of each fixture. Its section named queries has one query
// per line.
func searchFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "symbols", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, section := range f.Archive.Files {
			if section.Name != "queries" {
				continue
			}
			for query := range strings.Lines(string(section.Data)) {
				query = strings.TrimSuffix(query, "\n")
				fmt.Fprintf(&out, "%q\n", query)
				search := outline.NewSearch(query, 5)
				seen := map[string]bool{}
				for _, path := range f.Paths() {
					if p := f.ProgramOf(path); !seen[p.Dir] {
						seen[p.Dir] = true
						search.Add(p)
					}
				}
				for _, s := range search.Best() {
					fmt.Fprintf(&out, "  %s %s %q in %s\n", s.Kind, f.ShowSpan(s.Path, s.NameSpan), s.Detail, s.Dir)
				}
			}
		}
		f.Check(t, "", out.String())
	})
}

// Invariant: the best few are the first of all, whatever the order of the programs, and can be
// read in between.
func TestBestAreTheFirst(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "%sabc%d = 1\n", strings.Repeat("x", i*7%5), i*37%60)
	}
	f := analysistest.LoadText(t, "Many.\n-- main.pp --\n"+text.String())
	for _, query := range []string{"", "a", "ac", "xb", "abc7"} {
		all := outline.NewSearch(query, 1000)
		all.Add(f.Program)
		for most := range 70 {
			few := outline.NewSearch(query, most)
			few.Best()
			few.Add(f.Program)
			want := all.Best()
			want = want[:min(most, len(want))]
			if got := few.Best(); !slices.Equal(got, want) {
				t.Errorf("%q: the best %d are %v, want %v", query, most, got, want)
			}
		}
	}
}
