package convert_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// This file converts states, and plans the programs against them.

// planned is a program with the schemas of testdata/plans.
func planned(t *testing.T, files map[string]string) *analysis.Program {
	t.Helper()
	archive := &txtar.Archive{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(files[name])})
	}
	schemas, err := filepath.Glob(filepath.Join(analysistest.Repository(t), "testdata", "plans", "schemas", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range schemas {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		archive.Files = append(archive.Files, txtar.File{Name: "schemas/" + filepath.Base(file), Data: text})
	}
	return analysistest.Make(t, archive).Program
}

// TestStatesStaySame: a run of the program that a state becomes changes nothing, but for the values of secrets, which the program does not have.
// Resources of components of PCL are left out: these are programs of their own.
func TestStatesStaySame(t *testing.T) {
	t.Parallel()
	all, err := changes.Read(filepath.Join(analysistest.Repository(t), "testdata", "plans", "edits.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	empty := planned(t, map[string]string{"main.pp": ""})
	states, same, secrets := 0, 0, 0
	for _, r := range all {
		before, err := state.Read(r.State)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(before.Resources, func(r state.Resource) bool { return strings.HasPrefix(r.Type, "components:") }) {
			continue
		}
		states++
		text := convert.Text(t.Context(), empty, string(r.State)).Text
		made, err := plan.Make(t.Context(), planned(t, map[string]string{"main.pp": text}), eval.Host{Stack: before.Stack, Project: before.Project}, before)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range made.Steps {
			plain := func(c plan.Change) bool { return !c.Now.HasMark(value.Secret) && !c.Old.HasMark(value.Secret) }
			switch {
			case s.Op == plan.Same:
				same++
			case s.Op == plan.CannotTell && !slices.ContainsFunc(s.Changes, plain): // or those of a resource that it names
				secrets++
			default:
				t.Errorf("seed %d: %v of %s, %q %+v in\n%s", r.Seed, s.Op, s.Existing.URN, s.Reason, s.Changes, text)
			}
		}
	}
	t.Logf("%d states: %d resources stay the same, %d have a secret", states, same, secrets)
	if states < 40 || same < 300 {
		t.Errorf("only %d states with %d resources", states, same)
	}
}
