package rename_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// TestFixtures renames the name at each cursor to the name in the last line of the fixture's
// prose: "to: name".
func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "rename", func(t *testing.T, f *analysistest.Fixture) {
		_, to, _ := strings.Cut(string(f.Archive.Comment), "\nto: ")
		var out strings.Builder
		for _, c := range f.Cursors {
			out.WriteString(f.Show(c) + "\n")
			set, err := rename.Rename(t.Context(), around(f), f.ProgramOf(c.Path), c.Path, c.Offset, strings.TrimRight(to, "\n"))
			var refusal *change.Refusal
			switch {
			case errors.As(err, &refusal):
				out.WriteString("  refused: " + refusal.Reason + "\n")
			case err != nil:
				t.Fatal(err)
			case set == nil:
				out.WriteString("  no name\n")
			default:
				for _, e := range set.Edits {
					fmt.Fprintf(&out, "  %s becomes %q", f.ShowSpan(e.Path, e.Span), e.Text)
					if e.Note != nil {
						out.WriteString(" if wanted: " + e.Note.Label)
					}
					out.WriteString("\n")
				}
			}
		}
		f.Check(t, "", out.String())
	})
}
