package workspace_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

func upgradeFixture(t testing.TB) *fixture.Fixture {
	return fixture.Load(t, filepath.Join("..", "testdata", "check", "upgrade.txtar"))
}

// resumed is a fresh session for the files as they are.
func resumed(f *fixture.Fixture) *workspace.Session {
	return workspace.New(workspace.Options{FS: f.Files, Schemas: schemas.New(schemas.Options{Paths: f.SchemaFiles})})
}

// What a later version does is the same after any sequence of edits as in a fresh session.
func TestUpgradesWhileEditing(t *testing.T) {
	t.Parallel()
	editedLikeFresh(t, upgradeFixture(t), testsize.RuleSequences, []string{"main.pp", "main.pp", "main.pp", "inner/main.pp", "own/main.pp", ".pcl-lsp.yaml"}, []string{
		"zoo:animals:Lion", "zoo:cats:Lion", "title", "label", "1.2.0", "2.0.0", "  lock = \"steel\"\n", "\n", "gate[0]", "gate", "# pcl-lsp:ignore upgrade.* -- later\n", "grams", "dailyGrams", "[", "}",
	})
}

// editedLikeFresh edits files of a fixture at random, with some pieces of text, and compares the findings with those of a fresh session.
func editedLikeFresh(t *testing.T, f *fixture.Fixture, steps int, paths, pieces []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	first := maps.Clone(f.Files)
	for step := range steps {
		path := fixture.Root + "/" + paths[random.IntN(len(paths))]
		if text := f.Files[path]; step%7 == 6 || strings.HasSuffix(path, ".yaml") && text != first[path] {
			f.Files[path] = first[path]
		} else {
			at, with := random.IntN(len(text)+1), pieces[random.IntN(len(pieces))]
			if step%5 == 4 {
				f.Files[path] = text[:at] + with + text[at:]
			}
			for _, i := range random.Perm(len(pieces)) { // most edits leave a program that parses
				if old := pieces[i]; step%5 < 4 && strings.Contains(text, old) {
					f.Files[path] = strings.Replace(text, old, with, 1)
					break
				}
			}
		}
		if workspace.IsProgramFile(path) { // in an editor
			f.Session.Apply(workspace.Open{Path: path, Text: f.Files[path], Version: step})
		} else {
			f.Session.Apply(workspace.DiskChanged{Paths: []string{path}})
		}
		if step%3 == 0 { // somebody asks and does not wait for the answer
			s := f.Session.Snapshot()
			_, _ = s.Report(newFuse(random.IntN(200)), s.ProgramIn(fixture.Root), nil)
		}
		got := f.Describe(f.Findings(t))
		fresh := *f
		fresh.Session = resumed(f)
		if want := f.Describe(fresh.Findings(t)); got != want {
			t.Fatalf("step %d, %s: --- fresh +++ edited\n%s\n%s", step, path, cmp.Diff(want, got), f.Files[path])
		}
	}
}

// Later versions are read and compared in the background. Meanwhile nothing is said about them, and the snapshot says that more is to come.
func TestUpgradesInBackground(t *testing.T) {
	t.Parallel()
	f := upgradeFixture(t)
	want := f.Describe(f.Findings(t))
	var waiting []func(workspace.Caller)
	f.Session = resumed(f)
	f.Session.LoadInBackground(func(_ string, work func(workspace.Caller)) { waiting = append(waiting, work) })
	for round := 0; ; round++ {
		got := f.Describe(f.Findings(t))
		if !f.Session.Snapshot().Loading() {
			if got != want {
				t.Errorf("--- at once +++ in the background\n%s", cmp.Diff(want, got))
			}
			if round < 2 {
				t.Errorf("everything was there in round %d, before the versions were read and compared", round)
			}
			return
		}
		if strings.Contains(got, "[upgrade.") || len(waiting) == 0 {
			t.Fatalf("round %d, %d waiting:\n%s", round, len(waiting), got)
		}
		for _, work := range waiting {
			work(workspace.Caller{})
		}
		waiting = nil
		f.Session.Apply(workspace.SchemasArrived{})
	}
}

// An edit of one block checks one block with each version, however many blocks there are.
func TestUpgradesCostAsMuchAsTheEdit(t *testing.T) {
	t.Parallel()
	f := upgradeFixture(t)
	const path = fixture.Root + "/own/main.pp"
	f.Files[fixture.Root+"/own/.pcl-lsp.yaml"] = "upgrade: {zoo: 2.0.0}\n"
	for _, blocks := range []string{strings.Repeat("resource p \"zoo:index:Pen\" {\n  lock = \"a\"\n}\n", 1), manyPens(300)} {
		f.Files[path] = f.Files[path] + blocks
		f.Session.Apply(workspace.DiskChanged{})
		f.Findings(t)
		f.Files[path] = strings.Replace(f.Files[path], "steel", "steel, or not", 1)
		s := f.Session.Apply(workspace.DiskChanged{Paths: []string{path}})
		work := 0
		ctx := analysis.Observed(t.Context(), func(w analysis.Work) {
			if !w.Reused {
				work++
			}
		})
		if _, err := s.Report(ctx, s.ProgramIn(fixture.Root+"/own"), nil); err != nil {
			t.Fatal(err)
		}
		if work == 0 || work > 10 {
			t.Errorf("%d results were computed after an edit", work)
		}
	}
}

func manyPens(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "resource pen%d \"zoo:index:Pen\" {\n  lock = \"a\"\n}\n", i)
	}
	return b.String()
}

// BenchmarkUpgradeKeystroke edits one of 5,000 blocks, without the setting, with a version that concerns few of them, and with one that breaks all.
func BenchmarkUpgradeKeystroke(b *testing.B) {
	const path = fixture.Root + "/own/main.pp"
	for _, c := range []struct{ name, settings, block string }{
		{"none", "", "resource pen%d \"zoo:index:Pen\" {\n  colour = \"red\"\n}\n"},
		{"few", "upgrade: {zoo: 2.0.0}\n", "output pen%d {\n  value = \"red\"\n}\n"},
		{"all", "upgrade: {zoo: 2.0.0}\n", "resource pen%d \"zoo:index:Pen\" {\n  colour = \"red\"\n}\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			f := upgradeFixture(b)
			var text strings.Builder
			text.WriteString("package {\n  baseProviderName = \"zoo\"\n  baseProviderVersion = \"1.2.0\"\n}\nresource first \"zoo:index:Pen\" {\n}\n")
			for i := range 5000 {
				fmt.Fprintf(&text, c.block, i)
			}
			f.Files[fixture.Root+"/own/.pcl-lsp.yaml"] = c.settings
			s := f.Session.Apply(workspace.DiskChanged{}, workspace.Open{Path: path, Text: text.String()})
			at := strings.Index(text.String(), "pen2500")
			at += strings.Index(text.String()[at:], "red")
			b.ReportAllocs()
			for i := 1; b.Loop(); i++ {
				file, _, _, _ := s.File(path)
				s = f.Session.Apply(workspace.Edit{Path: path, File: file.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at + 1}, Text: "rb"[i%2 : i%2+1]}), Version: i})
				if _, err := s.Report(b.Context(), s.Program(path), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
