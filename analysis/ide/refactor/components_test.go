package refactor_test

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/refactorings"
)

// TestComponents makes the refactorings that move declarations into components and out of them,
// at each cursor or for what is selected from one to the next.
func TestComponents(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "refactor/components", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for i, c := range f.Cursors {
			selected := syntax.Span{Start: c.Offset, End: c.Offset}
			if strings.Contains(string(f.Archive.Comment), "selected") {
				if i%2 == 1 {
					continue
				}
				selected.End = f.Cursors[i+1].Offset
			}
			fmt.Fprintf(&out, "%s\n", f.ShowSpan(c.Path, selected))
			for _, a := range refactorings.ComponentsAt(t, f, c.Path, selected) {
				fmt.Fprintf(&out, "  %s: %s\n", a.Kind, a.Title)
				if a.Disabled != "" {
					fmt.Fprintf(&out, "    disabled: %s\n", a.Disabled)
					continue
				}
				out.WriteString(shownEverywhere(f, a.Change))
				isRight(t, f, a)
			}
		}
		f.Check(t, "", out.String())
	})
}

// More declarations than are tried out at once are not moved, and the actions say so.
func TestManyDeclarationsAreNotMoved(t *testing.T) {
	t.Parallel()
	for n, refused := range map[int]bool{500: false, 501: true} {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "resource pet-%d \"random:index:Pet\" {\n}\n", i)
		}
		f := analysistest.LoadText(t, "Many.\n-- main.pp --\n"+text.String())
		selected := syntax.Span{End: text.Len()}
		rolls, err := refactor.Moves(t.Context(), preserve.Around{}, f.Program, f.Paths()[0], selected)
		if err != nil {
			t.Fatal(err)
		}
		actions := append(refactorings.ComponentsAt(t, f, f.Paths()[0], selected), rolls...)
		if len(actions) != 2 {
			t.Fatalf("%d: got %d actions", n, len(actions))
		}
		for _, a := range actions {
			if strings.Contains(a.Disabled, "501 declarations are selected, and at most 500 can be moved at once") != refused {
				t.Errorf("%d: %s: %q", n, a.Title, a.Disabled)
			}
		}
	}
}

// TestComponentsOfFixtures makes them for each declaration of other fixtures.
func TestComponentsOfFixtures(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"refactor", "hover", "inlay", "signature", "navigate", "rename", "keep"} {
		analysistest.Run(t, dir, func(t *testing.T, f *analysistest.Fixture) {
			for _, filePath := range f.Paths() {
				file, _ := f.ProgramOf(filePath).File(filePath)
				for _, it := range file.All() {
					at := it.Base + it.NameSpan.Start
					for _, selected := range []syntax.Span{it.Span(), {Start: at, End: at}} {
						for _, a := range refactorings.ComponentsAt(t, f, filePath, selected) {
							if a.Disabled == "" {
								isRight(t, f, a)
							}
						}
					}
				}
			}
		})
	}
}

// shownEverywhere returns the new lines of a change in all programs.
func shownEverywhere(f *analysistest.Fixture, set change.Set) string {
	var out strings.Builder
	seen := map[*analysis.Program]bool{}
	for _, filePath := range f.Paths() {
		p := f.ProgramOf(filePath)
		if seen[p] {
			continue
		}
		seen[p] = true
		lines := shown(f, p, change.Set{Edits: set.Edits})
		if dir := strings.TrimPrefix(path.Dir(filePath), analysistest.Root); dir != "" {
			lines = strings.ReplaceAll(lines, "    "+path.Base(filePath)+"|", "    "+dir[1:]+"/"+path.Base(filePath)+"|")
		}
		out.WriteString(lines)
	}
	out.WriteString(shown(f, &analysis.Program{}, change.Set{NewFiles: set.NewFiles}))
	for _, filePath := range set.Deleted {
		fmt.Fprintf(&out, "    deleted %s\n", strings.TrimPrefix(filePath, analysistest.Root+"/"))
	}
	return out.String()
}

// isRight tests an action: no program has a new error, and the root's outputs and resources stay.
func isRight(t *testing.T, f *analysistest.Fixture, a refactor.Action) {
	t.Helper()
	after := changed(t, f, a.Change)
	was, is := errorsIn(t, f), errorsIn(t, after)
	if len(is) > len(was) {
		t.Errorf("%s: %v", a.Title, is)
	}
	root, next := f.ProgramIn(analysistest.Root), after.ProgramIn(analysistest.Root)
	if root == nil || len(was) > 0 {
		return
	}
	if was, is := valuesOf(t, root), valuesOf(t, next); !contains(is, was) {
		t.Errorf("%s: the outputs were %v and are %v", a.Title, was, is)
	}
	isKept(t, a.Title, root, next)
}

// changed is the fixture after a change.
func changed(t *testing.T, f *analysistest.Fixture, set change.Set) *analysistest.Fixture {
	t.Helper()
	texts := map[string]string{}
	for _, filePath := range f.Paths() {
		file, _ := f.ProgramOf(filePath).File(filePath)
		texts[filePath] = change.Applied(file, set.Edits).Text()
	}
	for _, n := range set.NewFiles {
		texts[n.Path] = n.Text
	}
	for _, filePath := range set.Deleted {
		delete(texts, filePath)
	}
	archive := &txtar.Archive{Comment: f.Archive.Comment}
	for _, part := range f.Archive.Files {
		if !strings.HasSuffix(part.Name, ".pp") {
			archive.Files = append(archive.Files, part)
		}
	}
	for filePath, text := range texts {
		archive.Files = append(archive.Files, txtar.File{Name: strings.TrimPrefix(filePath, analysistest.Root+"/"), Data: []byte(text)})
	}
	return analysistest.Make(t, archive)
}

func errorsIn(t *testing.T, f *analysistest.Fixture) (all []string) {
	t.Helper()
	seen := map[*analysis.Program]bool{}
	for _, filePath := range f.Paths() {
		if p := f.ProgramOf(filePath); p != nil && !seen[p] {
			seen[p] = true
			all = append(all, errorsOf(t, p)...)
		}
	}
	return all
}

// isKept compares runs: every resource is what it was, and only local components come and go.
func isKept(t *testing.T, title string, before, after *analysis.Program) {
	t.Helper()
	host := eval.Host{Stack: "dev", Project: "app"}
	run := func(p *analysis.Program) *eval.Ran {
		ran, err := eval.Run(t.Context(), p, host)
		if err != nil {
			t.Fatal(err)
		}
		return ran
	}
	var existing []plan.Old
	for _, r := range run(before).Registrations {
		if r.URN != "" {
			existing = append(existing, plan.Old{URN: r.URN, From: r, Custom: !r.Local})
		}
	}
	names := plan.MatchNames(run(after), host, existing)
	if len(names.Faults) > 0 {
		t.Errorf("%s: the run would fail: %+v", title, names.Faults)
	}
	for _, n := range names.All {
		created := n.Match == plan.Created && !n.Now.Local
		deleted := n.Match == plan.Deleted && n.Before.Custom
		if created || deleted {
			t.Errorf("%s: %+v", title, n)
		}
	}
}
