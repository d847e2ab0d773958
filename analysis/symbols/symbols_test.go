package symbols_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/analysistest"
	"github.com/pcl-lsp/pcl-lsp/analysis/symbols"
)

// TestFixtures searches the programs of each fixture; its first section named queries has
// one query a line.
func TestFixtures(t *testing.T) {
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
				var found []symbols.Found
				seen := map[string]bool{}
				for _, path := range f.Paths() {
					if p := f.ProgramOf(path); !seen[p.Dir] {
						seen[p.Dir] = true
						found = append(found, symbols.Find(p, query)...)
					}
				}
				for _, s := range symbols.Best(found, 5) {
					fmt.Fprintf(&out, "  %s %s %q in %s\n", s.Kind, f.ShowSpan(s.Path, s.NameSpan), s.Detail, s.Dir)
				}
			}
		}
		f.Check(t, "", out.String())
	})
}
