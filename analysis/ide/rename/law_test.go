package rename_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"golang.org/x/tools/txtar"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// programs returns all programs of a fixture.
func programs(f *analysistest.Fixture) []*analysis.Program {
	var all []*analysis.Program
	for _, path := range f.Paths() {
		if p := f.ProgramOf(path); !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// around returns the other programs of a fixture. The root program runs by itself.
func around(f *analysistest.Fixture) rename.Surroundings {
	return rename.Surroundings{
		Users: func(_ context.Context, dir string) (users []*analysis.Program, _ error) {
			for _, p := range programs(f) {
				if p.Unparsed() != nil || slices.Contains(p.ComponentDirs(), dir) {
					users = append(users, p)
				}
			}
			return users, nil
		},
		Runs: func(dir string) bool { return dir == analysistest.Root },
	}
}

// renamed returns a fixture after a rename.
func renamed(t *testing.T, f *analysistest.Fixture, path string, offset int, to string) (*analysistest.Fixture, error) {
	t.Helper()
	set, err := rename.Rename(t.Context(), around(f), f.ProgramOf(path), path, offset, to)
	if err != nil || set == nil {
		return nil, err
	}
	return applied(t, f, set), nil
}

func applied(t *testing.T, f *analysistest.Fixture, set *change.Set) *analysistest.Fixture {
	archive := &txtar.Archive{Comment: f.Archive.Comment}
	for _, part := range f.Archive.Files {
		if path := filepath.ToSlash(filepath.Join(analysistest.Root, part.Name)); strings.HasSuffix(path, ".pp") && f.Text(path) != "" {
			part.Data = []byte(change.Applied(syntax.Parse(path, f.Text(path), nil), set.Edits).Text())
		}
		archive.Files = append(archive.Files, part)
	}
	return analysistest.Make(t, archive)
}

// meaning returns everything known about the programs of a fixture, without places.
func meaning(t *testing.T, f *analysistest.Fixture) string {
	t.Helper()
	var out []string
	for _, p := range programs(f) {
		dump, err := analysis.DumpProgram(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range dump.Diagnostics {
			if dependsOnNames(d.Code) {
				continue
			}
			out = append(out, "finding "+d.File+" "+string(d.Code)+" "+d.Severity) // messages may suggest similar names
		}
		for _, n := range dump.Nodes {
			slices.Sort(n.Deps)
			out = append(out, "node "+n.File+" "+n.Kind+" "+n.Name+" "+n.Token+" "+n.Type+" needs "+strings.Join(n.Deps, ","))
		}
		for _, e := range dump.Expressions {
			if e.Kind != "TemplateExpression" && e.Kind != "LiteralValueExpression" { // __logicalName has one
				out = append(out, "expression "+e.File+" "+e.Kind+" "+e.Type+" "+e.Unknown+e.Secret)
			}
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// urns returns the outside names of resources.
func urns(f *analysistest.Fixture) string {
	var out []string
	for _, p := range programs(f) {
		for _, o := range p.Objects() {
			it, _ := o.Item()
			switch o.Kind {
			case analysis.ObjectResource, analysis.ObjectRead, analysis.ObjectComponent:
				out = append(out, p.Dir+" "+it.Keyword+" "+analysis.LogicalName(it.Item))
			case analysis.ObjectOutput:
				if p.Dir == analysistest.Root {
					out = append(out, "exported "+analysis.LogicalName(it.Item))
				}
			}
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// fresh is a name unlike any other.
const fresh = "qqqzzqqq"

// TestRenameLaw: after renaming to an unused name, the programs mean the same and register the
// same, and renaming back restores their texts.
func TestRenameLaw(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"testdata/rename", "testdata/navigate", "testdata/check"} {
		analysistest.EachArchive(t, dir, func(t *testing.T, file string) { holdsFor(t, analysistest.Load(t, file)) })
	}
	for _, dir := range []string{"components", "config", "expressions", "multifile", "options", "ranges", "secrets", "webshop", "lookups"} {
		t.Run(dir, func(t *testing.T) {
			t.Parallel()
			holdsFor(t, onDisk(t, filepath.Join(analysistest.Repository(t), "testdata/programs", dir)))
		})
	}
}

// onDisk returns the fixture of a program with its components.
func onDisk(t *testing.T, root string) *analysistest.Fixture {
	t.Helper()
	archive := &txtar.Archive{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".pp") {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path)
		archive.Files = append(archive.Files, txtar.File{Name: filepath.ToSlash(name), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return analysistest.Make(t, archive)
}

// holdsFor renames every name of a fixture.
func holdsFor(t *testing.T, f *analysistest.Fixture) {
	t.Helper()
	before, registered := "", ""
	count, written := 0, 0
	seen := map[string]bool{}
	for _, path := range f.Paths() {
		p := f.ProgramOf(path)
		for offset := range len(f.Text(path)) + 1 {
			name, err := rename.Prepare(t.Context(), p, path, offset)
			var refusal *change.Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Fatal(err)
			}
			if name == nil || name.Span.Start != offset || ambiguous(f, name.Text) {
				continue
			}
			if written++; written%testsize.RenameEvery != 0 {
				continue
			}
			if before == "" {
				before, registered = meaning(t, f), urns(f)
			}
			here := f.Show(analysistest.Cursor{Path: path, Offset: offset})
			after, err := renamed(t, f, path, offset, fresh)
			if errors.As(err, &refusal) {
				t.Logf("%s: %v", here, err)
				continue
			}
			if err != nil || after == nil {
				t.Fatalf("%s: %v", here, err)
			}
			count++
			state := states(after)
			if seen[state] {
				continue // another use of the same name
			}
			seen[state] = true
			holds(t, f, after, here, name.Text, before, registered)
		}
	}
	t.Logf("%d names", count)
}

// states returns the text of all programs.
func states(f *analysistest.Fixture) string {
	all := ""
	for _, path := range f.Paths() {
		all += path + "\n" + f.Text(path)
	}
	return all
}

func holds(t *testing.T, f, after *analysistest.Fixture, here, name, before, registered string) {
	t.Helper()
	if diff := cmp.Diff(anonymous(before, name), anonymous(meaning(t, after), name)); diff != "" {
		t.Errorf("%s: renamed it means something else\n%s", here, diff)
	}
	if diff := cmp.Diff(registered, urns(after)); diff != "" {
		t.Errorf("%s: renamed it registers something else\n%s", here, diff)
	}
	for _, path := range after.Paths() {
		at := strings.Index(after.Text(path), fresh)
		if at < 0 {
			continue
		}
		back, err := renamed(t, after, path, at, name)
		if err != nil || back == nil {
			t.Errorf("%s: cannot be renamed back: %v", here, err)
			return
		}
		if want, got := states(f), states(back); want != got && (!oneLine.MatchString(want) || joined(want) != joined(got)) {
			t.Errorf("%s: renamed back it is\n%s", here, cmp.Diff(want, got))
		}
		return
	}
}

// joined returns a text without white space, because a body on one line is not joined again
// after it was split.
func joined(text string) string { return strings.Join(strings.Fields(text), "") }

var oneLine = regexp.MustCompile(`\{ +([^\n{}]+|[^\n]+=[^\n]+)? *\}`)

// dependsOnNames lists findings about the look of names.
func dependsOnNames(code codes.Code) bool {
	return strings.HasPrefix(string(code), "secret.") || strings.HasPrefix(string(code), "unused.") || code == codes.TemplateDollar ||
		slices.Contains([]codes.Code{codes.NameCase, codes.NameStyle, codes.NameStyleInterface, codes.NameBuiltin, codes.NameRedundantLogical, codes.ConfigRedundant}, code)
}

// ambiguous reports whether a name refers to several things, or to something it cannot refer
// to.
func ambiguous(f *analysistest.Fixture, name string) bool {
	if !hclsyntax.ValidIdentifier(name) || name == "null" || name == "true" || name == "false" {
		return true
	}
	declared := 0
	for _, p := range programs(f) {
		for _, file := range p.Files {
			for _, it := range file.All() {
				info, err := p.Check(context.Background(), it)
				if err != nil {
					return true
				}
				for _, o := range info.Occurrences {
					if o.Name == name && o.Kind == analysis.OccurDeclaration {
						declared++
					}
				}
			}
		}
	}
	if declared > 1 || language.LookupBuiltin(name) != nil || name == "range" || name == "token" {
		return true
	}
	for _, p := range programs(f) {
		found, err := p.Diagnostics(context.Background())
		if err != nil || slices.ContainsFunc(found, func(d analysis.Diagnostic) bool {
			return (d.Code == codes.NameDuplicate || d.Code == codes.NameShadows || d.Code == codes.NameLogicalDuplicate) && strings.Contains(d.Message, "`"+name+"`")
		}) {
			return true
		}
	}
	return false
}

// anonymous returns a meaning without a name, sorted so that the name does not influence the
// order of lines, members or dependencies.
func anonymous(text, name string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		words := words.FindAllString(line, -1)
		for i, word := range words {
			if word == name || word == fresh {
				words[i] = "NAME"
			}
		}
		if len(words) > 2 {
			slices.Sort(words[2:])
		}
		lines[i] = strings.Join(words, " ")
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

var words = regexp.MustCompile(`[\pL\pN_-]+`)
