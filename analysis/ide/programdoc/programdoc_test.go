package programdoc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/programdoc"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// TestFixtures documents each program: that of the root by itself, others as components.
func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "programdoc", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, p := range programs(f) {
			use := programdoc.AsComponent
			if p == f.Program {
				use = programdoc.ByItself
			}
			d := documentOf(t, p, use)
			out.WriteString(d.Page())
			checkExample(t, p, d)
		}
		f.Check(t, "", out.String())
	})
}

// programs returns the programs of a fixture, in the order of their files.
func programs(f *analysistest.Fixture) []*analysis.Program {
	var all []*analysis.Program
	seen := map[*analysis.Program]bool{}
	for _, file := range f.Paths() {
		if p := f.ProgramOf(file); !seen[p] {
			seen[p] = true
			all = append(all, p)
		}
	}
	return all
}

func documentOf(t *testing.T, p *analysis.Program, use programdoc.Use) *programdoc.Document {
	t.Helper()
	d, err := programdoc.Of(context.Background(), p, use)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// checkExample reports findings in an example.
func checkExample(t *testing.T, p *analysis.Program, d *programdoc.Document) {
	t.Helper()
	if d.Example == "" {
		return
	}
	inside, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if hasErrors(inside) {
		return
	}
	dir := path.Dir(p.Dir)
	outer := p.NewProgramIn(dir, []*syntax.File{syntax.Parse(path.Join(dir, "example.pp"), d.Example, nil)}, map[string]*analysis.Program{p.Dir: p})
	found, err := outer.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range found {
		if aboutInside[finding.Code] || hasCode(inside, finding.Code) || finding.Passed > 0 { // the reader writes other values
			continue
		}
		t.Errorf("the example of %s has a finding: %s: %s\n%s", p.Dir, finding.Code, finding.Message, d.Example)
	}
	if outer.ComponentProgram(p.Dir) == nil && p.Unparsed() == nil {
		t.Errorf("the example of %s does not use it", p.Dir)
	}
}

// aboutInside are findings that a component block has because of what is inside, whatever it sets.
var aboutInside = map[codes.Code]bool{codes.ComponentAlias: true, codes.ComponentHook: true}

// hasCode reports whether there is a finding with a code. A component whose inputs have names like
// those of secrets has such a finding, and so have the configs of its example.
func hasCode(found []analysis.Diagnostic, code codes.Code) bool {
	return slices.ContainsFunc(found, func(d analysis.Diagnostic) bool { return d.Code == code })
}

func hasErrors(found []analysis.Diagnostic) bool {
	return slices.ContainsFunc(found, func(d analysis.Diagnostic) bool { return d.Severity == codes.Error })
}

// Invariant: the value of a secret is never in a document.
func TestSecretsStayInside(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, `Secret defaults.
-- main.pp --
config declared string {
  default = "geheim"
  secret  = true
}
config called string {
  default = secret("geheim")
}
config passed "object({ a = string })" {
  default = { a = hidden }
}
hidden = secret("geheim")
output shown {
  value = { a = declared, b = called, c = passed, d = secret("geheim") }
}
`)
	d := documentOf(t, f.Program, programdoc.AsComponent)
	data, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	if text := d.Page() + string(data); strings.Contains(text, "geheim") || strings.Count(d.Page(), "(secret)") != 2 {
		t.Errorf("got %s", text)
	}
}

// Invariant: a document depends on the program alone and is the same each time.
func TestDeterministic(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "programdoc", func(t *testing.T, f *analysistest.Fixture) {
		for _, p := range programs(f) {
			text := func() string {
				data, err := json.Marshal(documentOf(t, p, programdoc.AsComponent))
				if err != nil {
					t.Fatal(err)
				}
				return string(data)
			}
			if first := text(); text() != first {
				t.Errorf("%s: two documents differ", p.Dir)
			}
		}
	})
}

// Lists end, and say how much they leave out.
func TestBounds(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 700 {
		fmt.Fprintf(&b, "config c%d string {\n}\noutput o%d {\n  value = 1\n}\nresource r%d \"none:index:R%d\" {\n}\nresource s%d \"none:index:Same\" {\n}\n", i, i, i, i, i)
	}
	f := analysistest.Make(t, &txtar.Archive{Files: []txtar.File{{Name: "main.pp", Data: []byte(b.String())}}})
	d := documentOf(t, f.Program, programdoc.AsComponent)
	if n := strings.Count(d.Page(), "\n"); n > 1600 || d.LeftOut != (programdoc.LeftOutRows{Inputs: 200, Outputs: 200, Resources: 201}) || d.Example != "" {
		t.Errorf("%d lines, %+v left out, example %q", n, d.LeftOut, d.Example)
	}
	if !strings.Contains(d.Page(), "\n200 more are not listed.\n") {
		t.Error("the page does not say what it leaves out")
	}
}

func TestCancelledContext(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Cancelled.\n-- main.pp --\noutput o {\n  value = 1\n}\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if d, err := programdoc.Of(ctx, f.Program, programdoc.AsComponent); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", d, err)
	}
}

// All programs of other fixtures as components. Invariant: the example of a component that has no
// errors has no findings but those that say something about the component. Invariant: text of
// programs is untrusted, so each row of a table has as many cells as its header.
func TestLaws(t *testing.T) {
	t.Parallel()
	for _, feature := range []string{"check", "hover", "rename", "refactor", "convert", "fix", "complete"} {
		analysistest.Run(t, feature, func(t *testing.T, f *analysistest.Fixture) {
			for _, p := range programs(f) {
				d := documentOf(t, p, programdoc.AsComponent)
				checkExample(t, p, d)
				checkTables(t, d.Page())
			}
		})
	}
}

// checkTables reports rows that have other cells than the header above.
func checkTables(t *testing.T, page string) {
	t.Helper()
	cells := 0
	for line := range strings.Lines(page) {
		n := strings.Count(line, "|") - strings.Count(line, `\|`)
		switch {
		case !strings.HasPrefix(line, "|"):
			cells = 0
		case cells == 0:
			cells = n
		case n != cells:
			t.Errorf("a row has %d cells, and its header %d: %s", n-1, cells-1, line)
		}
	}
}
