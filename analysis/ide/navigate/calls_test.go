package navigate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

func callFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "hierarchy", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, c := range f.Cursors {
			p := f.ProgramOf(c.Path)
			dir := navigate.ProgramAt(p, c.Path, c.Offset)
			if dir == "" {
				fmt.Fprintf(&out, "%s\n%s", f.Show(c), declaration(t, f, p, c))
				continue
			}
			fmt.Fprintf(&out, "%s\n  %q\n", f.Show(c), dir)
			for _, call := range navigate.CallsOf(f.Program, dir) {
				fmt.Fprintf(&out, "  from %s\n", f.ShowSpan(call.Path, call.Span))
			}
			called := f.ProgramIn(dir)
			if called == nil {
				t.Fatalf("%s: there is no program in %s", f.Show(c), dir)
			}
			for _, call := range navigate.Calls(called) {
				fmt.Fprintf(&out, "  to %s by %s\n", call.Dir, f.ShowSpan(call.Path, call.Span))
			}
		}
		f.Check(t, "", out.String())
	})
}

// declaration shows what declaration is at a cursor, with those that use it and those that it uses.
func declaration(t *testing.T, f *analysistest.Fixture, p *analysis.Program, c analysistest.Cursor) string {
	t.Helper()
	d, ok := navigate.DeclarationAt(p, c.Path, c.Offset)
	if !ok {
		return "  nothing\n"
	}
	var out strings.Builder
	fmt.Fprintf(&out, "  %s %s\n", f.ShowSpan(d.Path, d.Name()), d.Detail())
	users, err := d.Users(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range users {
		for _, s := range u.Spans {
			fmt.Fprintf(&out, "  from %s at %s\n", f.ShowSpan(u.Path, u.Name()), f.ShowSpan(u.Path, s))
		}
	}
	for _, u := range d.Used(p) {
		for _, s := range u.Spans {
			fmt.Fprintf(&out, "  to %s by %s\n", f.ShowSpan(u.Path, u.Name()), f.ShowSpan(d.Path, s))
		}
	}
	again, ok := navigate.Declared(p, d.Item.Name, d.Item.Kind == syntax.KindOutput)
	if !ok || again != d {
		t.Errorf("%s: the name leads to %v", f.Show(c), again)
	}
	return out.String()
}
