package hierarchy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hierarchy"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "hierarchy", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, c := range f.Cursors {
			p := f.ProgramOf(c.Path)
			dir := hierarchy.At(p, c.Path, c.Offset)
			fmt.Fprintf(&out, "%s\n  %q\n", f.Show(c), dir)
			for _, call := range hierarchy.CallsOf(f.Program, dir) {
				fmt.Fprintf(&out, "  from %s\n", f.ShowSpan(call.Path, call.Span))
			}
			called := f.ProgramIn(dir)
			if called == nil {
				t.Fatalf("%s: there is no program in %s", f.Show(c), dir)
			}
			for _, call := range hierarchy.Calls(called) {
				fmt.Fprintf(&out, "  to %s by %s\n", call.Dir, f.ShowSpan(call.Path, call.Span))
			}
		}
		f.Check(t, "", out.String())
	})
}
