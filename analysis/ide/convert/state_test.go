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

// TestStatesStaySame: a run of the program that a state becomes changes nothing.
func TestStatesStaySame(t *testing.T) {
	t.Parallel()
	checkSame(t, func(_ uint64, exported []byte) string { return string(exported) })
}

// checkSame converts a source for each recorded state, and plans the program against the state. The program has no errors, and nothing changes, but for
// the values of secrets, which the program or the state does not have. Resources of components of PCL are left out: these are programs of their own.
func checkSame(t *testing.T, source func(seed uint64, exported []byte) string) {
	t.Helper()
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
		from := source(r.Seed, r.State)
		converted := convert.Text(t.Context(), empty, from)
		if converted.Left > 0 {
			t.Errorf("seed %d: %d parts are left", r.Seed, converted.Left)
		}
		text := converted.Text
		program := planned(t, map[string]string{"main.pp": text})
		for _, finding := range errorsIn(t, program, program.Files[0]) {
			t.Errorf("seed %d: %s", r.Seed, finding)
		}
		made, err := plan.Make(t.Context(), program, eval.Host{Stack: before.Stack, Project: before.Project}, before)
		if err != nil {
			t.Fatal(err)
		}
		undecided := false // so the outputs of a resource with a secret are not known
		for _, s := range made.Steps {
			plain := func(c plan.Change) bool {
				now, _ := c.Now.UnmarkDeep()
				return !c.Now.HasMark(value.Secret) && !c.Old.HasMark(value.Secret) && (now.IsWhollyKnown() || !undecided)
			}
			switch {
			case s.Op == plan.Same:
				same++
			case s.Op == plan.CannotTell && !slices.ContainsFunc(s.Changes, plain): // or those of a resource that it names
				secrets, undecided = secrets+1, true
			default:
				t.Errorf("seed %d: %v of %s, %q %+v in\n%s\nwhich was\n%s", r.Seed, s.Op, s.Existing.URN, s.Reason, s.Changes, text, from)
			}
		}
	}
	t.Logf("%d states: %d resources stay the same, %d have a secret", states, same, secrets)
	if states < 100 || same < 300 {
		t.Errorf("only %d states with %d resources", states, same)
	}
}
