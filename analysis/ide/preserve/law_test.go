package preserve_test

import (
	"errors"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// Invariant: after the change, each registration is found by exactly the registration that it
// became. Here, each declaration of random programs gets another name, and nothing else.
func TestRenamedDeclarationsAreKept(t *testing.T) {
	t.Parallel()
	fleet := fleetSchema(t)
	programs, err := changes.Programs(analysistest.Repository(t))
	if err != nil {
		t.Fatal(err)
	}
	made, refused := 0, map[string]int{}
	for seed, source := range programs[:min(testsize.MovedPrograms*2, len(programs))] {
		files := source.Files
		f := fixture(t, files, fleet)
		for _, filePath := range f.Paths() {
			p := f.ProgramOf(filePath)
			file, _ := p.File(filePath)
			for _, it := range file.All() {
				if it.Kind != syntax.KindResource && it.Kind != syntax.KindComponent {
					continue
				}
				r := preserve.Refactoring{Program: p, Change: change.Set{Edits: written(f, p.Dir, it.Name, "fresh")}}
				r.Mapping = preserve.Rules(preserve.Rule{From: preserve.Path{{Dir: p.Dir, Name: it.Name}}, To: preserve.Path{{Dir: p.Dir, Name: "fresh"}}})
				set, err := preserve.Resources(t.Context(), around(f), r)
				var refusal *change.Refusal
				if errors.As(err, &refusal) {
					refused[quoted.ReplaceAllString(refusal.Reason, "…")]++
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				made++
				after := fixture(t, applied(files, set), fleet)
				if why := lost(t, f, after, p.Dir, it.Name); why != "" {
					t.Errorf("seed %d, %s: %s", seed, it.Name, why)
				}
			}
		}
	}
	t.Logf("%d made, refused: %v", made, refused)
	if made < 30 {
		t.Errorf("only %d changes were made", made)
	}
}

var quoted = regexp.MustCompile("`[^`]*`")

func fleetSchema(t *testing.T) txtar.File {
	t.Helper()
	name := "fleet-1.0.0.json"
	data, err := os.ReadFile(filepath.Join(analysistest.Repository(t), "testdata", "plans", "schemas", name))
	if err != nil {
		t.Fatal(err)
	}
	return txtar.File{Name: "schemas/" + name, Data: data}
}

func fixture(t *testing.T, files map[string]string, fleet txtar.File) *analysistest.Fixture {
	t.Helper()
	archive := &txtar.Archive{Files: []txtar.File{fleet}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(files[name])})
	}
	return analysistest.Make(t, archive)
}

// written replaces a name in the files of a directory.
func written(f *analysistest.Fixture, dir, name, to string) (edits []change.Edit) {
	word := regexp.MustCompile(`\b` + name + `\b`)
	for _, filePath := range f.Paths() {
		if path.Dir(filePath) != dir {
			continue
		}
		for _, at := range word.FindAllStringIndex(f.Text(filePath), -1) {
			edits = append(edits, change.Edit{Path: filePath, Span: syntax.Span{Start: at[0], End: at[1]}, Text: to})
		}
	}
	return edits
}

func applied(files map[string]string, set *change.Set) map[string]string {
	next := map[string]string{}
	for name, text := range files {
		next[name] = change.Applied(syntax.Parse(path.Join(analysistest.Root, name), text, nil), set.Edits).Text()
	}
	return next
}

// lost says which registration is not found by what it became.
func lost(t *testing.T, before, after *analysistest.Fixture, dir, renamed string) string {
	t.Helper()
	host := eval.Host{Stack: "dev", Project: "p"}
	was, err := eval.Run(t.Context(), before.Program, host)
	if err != nil {
		t.Fatal(err)
	}
	is, err := eval.Run(t.Context(), after.Program, host)
	if err != nil {
		t.Fatal(err)
	}
	var existing []plan.Old
	for _, r := range was.Registrations {
		existing = append(existing, plan.Old{URN: r.URN, From: r})
	}
	names := plan.MatchNames(is, host, existing)
	for _, n := range names.All {
		if n.Now == nil || n.Before == nil {
			return "something is deleted or created"
		}
		name, old := n.Now.Item.Name, n.Before.From
		if old.Program.Dir == dir && old.Item.Name == renamed {
			name = renamed
		}
		if old.Item.Name != name || old.Key != n.Now.Key || old.Program.Dir != n.Now.Program.Dir {
			return "`" + old.Name + "` became `" + n.Now.Name + "`"
		}
	}
	if len(names.Faults) > 0 {
		return "the run would fail"
	}
	return ""
}
