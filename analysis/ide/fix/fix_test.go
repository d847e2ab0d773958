package fix_test

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// unavailable serves the schemas of the tests. For other packages it returns what the section
// `unavailable` of a fixture says: lines of NAME, a field of the availability and its value.
type unavailable struct {
	analysistest.Schemas
	said map[string]schema.Availability
}

func (u unavailable) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	if a, ok := u.said[ref.Name]; ok {
		return nil, a
	}
	return u.Schemas.Package(ref)
}

func schemasOf(t *testing.T, f *analysistest.Fixture) unavailable {
	t.Helper()
	u := unavailable{analysistest.SchemasOf(t, f.Archive), map[string]schema.Availability{}}
	for _, part := range f.Archive.Files {
		if part.Name != "unavailable" {
			continue
		}
		for line := range strings.Lines(string(part.Data)) {
			words := strings.SplitN(strings.TrimSpace(line), " ", 3)
			a := u.said[words[0]]
			a.State = schema.Missing
			switch words[1] {
			case "reason":
				a.Reason = words[2]
			case "plugin":
				a.Plugin = words[2]
			case "install":
				a.Install = words[2]
			case "declared":
				a.DeclaredIn = words[2]
			case "lacks":
				for _, grant := range strings.Fields(words[2]) {
					a.Lacks |= map[string]schema.Grant{"trust": schema.Trust, "permission": schema.Permission}[grant]
				}
			default:
				t.Fatalf("there is no member %s", words[1])
			}
			u.said[words[0]] = a
		}
	}
	return u
}

// program loads the program of a fixture's root, with some texts replaced.
func program(f *analysistest.Fixture, schemas analysis.Schemas, texts map[string]string) *analysis.Program {
	var files []*syntax.File
	for _, p := range f.Paths() {
		text, changed := texts[p]
		if !changed {
			text = f.Text(p)
		}
		files = append(files, syntax.Parse(p, text, nil))
	}
	return analysis.NewProgram(analysistest.Root, files, analysis.World{Schemas: schemas}, nil)
}

func findings(t *testing.T, p *analysis.Program) []analysis.Diagnostic {
	t.Helper()
	found, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestFixtures(t *testing.T) {
	t.Parallel()
	t.Run("ignore", ignoreFixtures)
	analysistest.Run(t, "fix", func(t *testing.T, f *analysistest.Fixture) {
		p := program(f, schemasOf(t, f), nil)
		var out strings.Builder
		for _, d := range findings(t, p) {
			fmt.Fprintf(&out, "%s %s\n  %s\n", f.ShowSpan(d.Path, d.Span), d.Code, d.Message)
			for _, one := range fix.For(context.Background(), p, []analysis.Diagnostic{d}) {
				out.WriteString(shown(f, one))
			}
		}
		f.Check(t, "", out.String())
	})
}

// shown formats a fix.
func shown(f *analysistest.Fixture, one fix.Fix) string {
	var out strings.Builder
	mark := "-"
	if one.Preferred {
		mark = "+"
	}
	fmt.Fprintf(&out, "  %s %s: %s\n", mark, one.Kind, one.Title)
	if one.Command != nil {
		fmt.Fprintf(&out, "    %T%v\n", one.Command, one.Command)
	}
	for p, text := range applied(f, one) {
		for _, line := range changedLines(f.Text(p), text) {
			fmt.Fprintf(&out, "    %s| %s\n", path.Base(p), strings.TrimRight(line, "\r\n"))
		}
	}
	return out.String()
}

// changedLines returns the changed lines of a text, with one line before and after them.
func changedLines(before, after string) []string {
	old, lines := slices.Collect(strings.Lines(before)), slices.Collect(strings.Lines(after))
	first := 0
	for first < min(len(old), len(lines)) && old[first] == lines[first] {
		first++
	}
	last := 0
	for last < min(len(old), len(lines))-first && old[len(old)-1-last] == lines[len(lines)-1-last] {
		last++
	}
	return lines[max(0, first-1):min(len(lines), len(lines)-last+1)]
}

// applied returns the texts that a fix changes.
func applied(f *analysistest.Fixture, one fix.Fix) map[string]string {
	texts := map[string]string{}
	edits := slices.Clone(one.Edits)
	slices.SortStableFunc(edits, func(a, b change.Edit) int { return b.Span.Start - a.Span.Start })
	for _, e := range edits { // last first
		text, known := texts[e.Path]
		if !known {
			text = f.Text(e.Path)
		}
		texts[e.Path] = text[:e.Span.Start] + e.Text + text[e.Span.End:]
	}
	return texts
}

// Invariant: applying the edits of a fix removes its finding and adds no error. Only the right kind
// of a block may add some, since nothing in the block was checked before. A fix has edits or a
// command, and a command is one line.
func TestFixesRepair(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "fix", func(t *testing.T, f *analysistest.Fixture) {
		schemas := schemasOf(t, f)
		p := program(f, schemas, nil)
		before := findings(t, p)
		for _, one := range fix.For(context.Background(), p, before) {
			if (one.Command == nil) == (len(one.Edits) == 0) || one.Title == "" || strings.HasSuffix(one.Title, ".") {
				t.Errorf("%+v is no fix", one)
			}
			if install, ok := one.Command.(fix.InstallPlugin); ok && (strings.ContainsAny(install.Shell, "\r\n") || !strings.Contains(one.Title, install.Shell)) {
				t.Errorf("%q does not show the command %q", one.Title, install.Shell)
			}
			if len(one.Edits) == 0 {
				continue
			}
			after := findings(t, program(f, schemas, applied(f, one)))
			count := func(all []analysis.Diagnostic, code codes.Code) (same, errors int) {
				for _, d := range all {
					if d.Code == code {
						same++
					}
					if d.Severity == codes.Error {
						errors++
					}
				}
				return same, errors
			}
			sameBefore, errorsBefore := count(before, one.Diagnostic.Code)
			sameAfter, errorsAfter := count(after, one.Diagnostic.Code)
			reveals := one.Diagnostic.Code == codes.BlockUnknownKind
			if sameAfter != sameBefore-1 || errorsAfter > errorsBefore && !reveals {
				t.Errorf("%s: the findings after it are %+v", one.Title, after)
			}
		}
	})
}

// A message contains the whole command, however long the reason is.
func TestLongReason(t *testing.T) {
	t.Parallel()
	const install = "pulumi plugin install resource nowhere v1.2.3 --server https://plugins.example.com/nowhere"
	reason := "no schema of nowhere 1.2.3 in /" + strings.Repeat("a long path/", 40) + "end"
	for _, test := range []struct {
		a    schema.Availability
		want string
	}{
		{schema.Availability{State: schema.Missing, Reason: reason, Install: install}, "`" + install + "` installs its provider"},
		{schema.Availability{State: schema.Missing, Reason: reason + ": trust the workspace", Plugin: "/x"}, "end: trust the workspace"},
	} {
		file := syntax.Parse("/p/main.pp", "resource a \"nowhere:index:A\" {\n}\n", nil)
		p := analysis.NewProgram("/p", []*syntax.File{file}, analysis.World{Schemas: unavailable{said: map[string]schema.Availability{"nowhere": test.a}}}, nil)
		found := findings(t, p)
		if len(found) != 1 || !strings.HasSuffix(found[0].Message, test.want) || len([]rune(found[0].Message)) > 199 || !strings.HasPrefix(found[0].Message, "package `nowhere` is not checked: no") {
			t.Errorf("got %+v, want …%q", found, test.want)
		}
	}
}

// TestTriedTogether: fixes are the same whether they are tried for one finding or for all at once.
func TestTriedTogether(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"fix", "check"} {
		analysistest.Run(t, kind, func(t *testing.T, f *analysistest.Fixture) {
			p := program(f, schemasOf(t, f), nil)
			all := findings(t, p)
			for i, together := range fix.ForEach(context.Background(), p, all) {
				alone := fix.For(context.Background(), p, all[i:i+1])
				var got, want string
				for _, one := range together {
					got += shown(f, one)
				}
				for _, one := range alone {
					want += shown(f, one)
				}
				if got != want {
					t.Errorf("%s %s\n  %s\ntogether:\n%salone:\n%s", f.ShowSpan(all[i].Path, all[i].Span), all[i].Code, all[i].Message, got, want)
				}
			}
		})
	}
}
