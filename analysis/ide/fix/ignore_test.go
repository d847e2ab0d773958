package fix_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// ignoreFixtures shows the comment for each finding, and the programs with all of them.
func ignoreFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "suppress", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, p := range []*analysis.Program{f.ProgramOf(f.Paths()[0])} {
			all := findings(t, p)
			for _, d := range all {
				fmt.Fprintf(&out, "%s %s\n", f.ShowSpan(d.Path, d.Span), d.Code)
				if a := fix.Ignores(p, d)[0]; a != nil {
					line, _ := syntax.Parse(d.Path, f.Text(d.Path), nil).Position(a.Edit.Span.Start, syntax.UTF8)
					fmt.Fprintf(&out, "  %s: line %d %q\n", a.Title, line+1, a.Edit.Text)
				}
			}
			set := fix.IgnoreAll(p, all, "because")
			for _, path := range f.Paths() {
				fmt.Fprintf(&out, "=== %s\n%s", path, change.Applied(syntax.Parse(path, f.Text(path), nil), set.Edits).Text())
			}
		}
		f.Check(t, "", out.String())
	})
}

// A comment uses the line ending of the file, a byte order mark stays first, and a snippet has
// a placeholder for the reason.
func TestIgnoredLines(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"a = 1\r\nb = 2\r\n", "# pcl-lsp:ignore unused.local\r\na = 1\r\n# pcl-lsp:ignore unused.local\r\nb = 2\r\n"},
		{"\uFEFFa = 1\n", "\uFEFF# pcl-lsp:ignore unused.local\na = 1\n"},
		{"a = 1", "# pcl-lsp:ignore unused.local\na = 1"},
	} {
		file := syntax.Parse("d/a.pp", test.text, nil)
		p := analysis.NewProgram("d", []*syntax.File{file}, analysis.World{}, nil)
		set := fix.IgnoreAll(p, findings(t, p), "")
		if got := change.Applied(file, set.Edits).Text(); got != test.want {
			t.Errorf("%q became %q", test.text, got)
		}
		if e := set.Edits[0]; strings.Replace(e.Snippet, " -- ${1:reason}", "", 1) != e.Text {
			t.Errorf("the snippet is %q, and the text %q", e.Snippet, e.Text)
		}
		if left := findings(t, changed(p, set.Edits)); len(left) > 0 {
			t.Errorf("%q leaves %v", test.text, left)
		}
	}
}

// Findings that cannot be suppressed have no comment.
func TestNothingToIgnore(t *testing.T) {
	t.Parallel()
	p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/a.pp", "a = [1 2]\n", nil)}, analysis.World{}, nil)
	for _, d := range []analysis.Diagnostic{
		{Path: "d/a.pp", Code: codes.SyntaxSeparator}, {Path: "d/.pcl-lsp.yaml", Code: codes.UnusedLocal}, {Path: "d/a.pp", Code: codes.SuppressionUnused},
	} {
		if a := fix.Ignores(p, d)[0]; a != nil {
			t.Errorf("%s: %s", d.Code, a.Title)
		}
	}
}
