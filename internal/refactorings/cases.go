// Package refactorings makes refactorings of programs, for the tests of them and for recordings of what a run does afterwards. Only tests and
// internal/recorder import it.
package refactorings

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// This file makes the refactorings that are recorded in testdata/refactorings.

// maker takes the place of a test in an [attempt].
type maker struct{ testing.TB }

func (maker) Helper()                           {}
func (maker) Context() context.Context          { return context.Background() }
func (maker) Fatal(args ...any)                 { attempt.Check(errors.New(fmt.Sprint(args...))) }
func (maker) Fatalf(format string, args ...any) { attempt.Check(fmt.Errorf(format, args...)) }

// Make makes refactorings of the recorded programs that were made up, and of those in testdata/programs; and removals of the
// aliases that these leave behind. It is an [attempt] in the root of the repository.
func Make() (moved, used []changes.Recorded) {
	t := maker{}
	m := NewMaker(t)
	for _, r := range sources(t) {
		f, ok := m.Recorded(t, &r)
		if !ok {
			t.Fatal(r.Name, ": its schemas are not here")
		}
		if r.Name == "" && HasErrors(t, f) {
			continue
		}
		for _, o := range Chosen(t, f, r.Seed) {
			set, why := o.Made(t)
			if why != "" {
				continue
			}
			r.Edits = append(r.Edits, m.edit(&r, o, set))
			if u, ok := m.withoutAliases(t, &r, uint64(100_000+len(used))); ok {
				used = append(used, u)
			}
		}
		moved = append(moved, r)
	}
	return moved, used
}

// edit is what a refactoring does.
func (m *Maker) edit(r *changes.Recorded, o Offer, set *change.Set) changes.Edit {
	e := changes.Edit{Kinds: []string{o.Kind}, Place: o.Place}
	e.Set(r.Before(), changes.Source{Files: AppliedTo(r.Files, set), Config: r.Config})
	return e
}

// withoutAliases is the program after its last refactoring, one in eight, with the removal of aliases.
func (m *Maker) withoutAliases(t testing.TB, r *changes.Recorded, seed uint64) (u changes.Recorded, ok bool) {
	if r.Name != "" || len(r.Edits)%8 != 7 {
		return u, false
	}
	u = changes.Recorded{Seed: seed, Files: r.After(&r.Edits[len(r.Edits)-1]).Files, Config: r.Config}
	f := m.Fixture(t, u.Files)
	for _, o := range UsedUp(t, f, Existing(Follow(t, f))) {
		u.Edits = append(u.Edits, m.edit(&u, o, &o.Change))
	}
	return u, len(u.Edits) > 0
}

// sources are the programs of which refactorings are recorded.
func sources(t testing.TB) (all []changes.Recorded) {
	data := filepath.Join(analysistest.Repository(t), "testdata")
	recorded, err := changes.Read(filepath.Join(data, "refactorings", "moved.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range recorded {
		if r.Name == "" {
			all = append(all, changes.Recorded{Seed: r.Seed, Files: r.Files, Config: r.Config})
		}
	}
	for i, name := range []string{
		"expressions", "lookups", "multifile", "options", "packages", "ranges", "secrets", "webshop",
		"real/aws", "real/azure-native", "real/gcp", "real/kubernetes", "real/random",
	} {
		all = append(all, changes.Recorded{Seed: uint64(10_000 + i), Name: name, Files: programFiles(t, filepath.Join(data, "programs", name))})
	}
	return all
}

// Maker opens random programs, and recorded ones.
type Maker struct{ fleet txtar.File }

// NewMaker returns a maker.
func NewMaker(t testing.TB) *Maker {
	t.Helper()
	const name = "fleet-1.0.0.json"
	data, err := os.ReadFile(filepath.Join(analysistest.Repository(t), "testdata", "plans", "schemas", name))
	if err != nil {
		t.Fatal(err)
	}
	return &Maker{txtar.File{Name: "schemas/" + name, Data: data}}
}

// Fixture is the program of some files.
func (m *Maker) Fixture(t testing.TB, files map[string]string) *analysistest.Fixture {
	t.Helper()
	f, _ := m.Recorded(t, &changes.Recorded{Files: files})
	return f
}

// Recorded is the program before its refactorings. It is not ok if its schemas are not in the repository.
func (m *Maker) Recorded(t testing.TB, r *changes.Recorded) (f *analysistest.Fixture, ok bool) {
	t.Helper()
	archive := &txtar.Archive{Files: []txtar.File{m.fleet}}
	if r.Reference != "" {
		archive.Comment = []byte("pulumi: " + r.Reference + "\n")
	}
	if name := published[r.Name]; name != "" {
		data, err := publishedSchema(t, name)
		if os.IsNotExist(err) {
			return nil, false
		}
		if err != nil {
			t.Fatal(err)
		}
		archive.Files = append(archive.Files, txtar.File{Name: "schemas/" + name, Data: data})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(r.Files[name])})
	}
	return analysistest.Make(t, archive), true
}

// published are the schemas that programs in testdata/programs use and that are not in the repository.
var published = map[string]string{
	"real/aws": "aws-5.14.0.json", "real/gcp": "gcp-2.11.0.json", "real/kubernetes": "kubernetes-3.19.4.json",
	"real/random": "random-4.21.1.json", "real/azure-native": "azure-native-1.77.0-alpha.1663190557.json",
}

func publishedSchema(t testing.TB, name string) ([]byte, error) {
	packed, err := os.Open(filepath.Join(analysistest.Repository(t), "..", "shared", "schemas", name+".gz"))
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
}

// AppliedTo are the files of a program after a change.
func AppliedTo(files map[string]string, set *change.Set) map[string]string {
	next := maps.Clone(files)
	for name, text := range files {
		filePath := path.Join(analysistest.Root, name)
		next[name] = change.Applied(syntax.Parse(filePath, text, nil), set.Edits).Text()
		if slices.Contains(set.Deleted, filePath) {
			delete(next, name)
		}
	}
	for _, n := range set.NewFiles {
		next[strings.TrimPrefix(n.Path, analysistest.Root+"/")] = n.Text
	}
	return next
}

// Host is what the programs are run as.
var Host = eval.Host{Stack: "dev", Project: "p"}

// Follow follows the run of a program.
func Follow(t testing.TB, f *analysistest.Fixture) *eval.Ran {
	t.Helper()
	ran, err := eval.Run(t.Context(), f.Program, Host)
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

// Existing is what a run leaves.
func Existing(ran *eval.Ran) (all []plan.Old) {
	for _, r := range ran.Registrations {
		all = append(all, plan.Old{URN: r.URN, From: r})
	}
	return all
}

// HasErrors reports whether there is an error in one of the programs of a fixture.
func HasErrors(t testing.TB, f *analysistest.Fixture) bool {
	t.Helper()
	for _, filePath := range f.Paths() {
		found, err := f.ProgramOf(filePath).Diagnostics(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(found, func(d analysis.Diagnostic) bool { return d.Severity == codes.Error }) {
			return true
		}
	}
	return false
}

// programFiles are the texts of a program and its components. Programs that run by themselves are others.
func programFiles(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(file string, entry os.DirEntry, err error) error {
		if _, own := os.Stat(filepath.Join(file, "Pulumi.yaml")); err == nil && entry.IsDir() && file != root && own == nil {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(file, ".pp") {
			return err
		}
		text, err := os.ReadFile(file)
		rel, _ := filepath.Rel(root, file)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
