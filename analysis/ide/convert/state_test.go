package convert_test

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// TestStatesStaySame: a run of the program that a state becomes changes nothing, whatever components are in the state.
func TestStatesStaySame(t *testing.T) {
	t.Parallel()
	checkSame(t, true, func(_ uint64, exported []byte) string { return string(exported) })
}

// withLookup is a state in which a resource without options was only read: no other one needs it, but for its id. It is not ok if there is none.
func withLookup(t *testing.T, exported []byte) (state []byte, ok bool) {
	t.Helper()
	var export map[string]any
	if err := json.Unmarshal(exported, &export); err != nil {
		t.Fatal(err)
	}
	all := export["deployment"].(map[string]any)["resources"].([]any)
	for _, one := range all {
		r := one.(map[string]any)
		parent, _ := r["parent"].(string)
		isProvider := strings.HasPrefix(r["type"].(string), "pulumi:providers:")
		if isProvider || r["custom"] != true || r["protect"] == true || !strings.Contains(parent, "::pulumi:pulumi:Stack::") || bytes.Count(exported, []byte(r["urn"].(string))) > 1 {
			continue
		}
		for name := range r { // an engine stores no option of a lookup
			if !slices.Contains([]string{"urn", "type", "custom", "id", "outputs", "parent", "provider", "created", "modified"}, name) {
				delete(r, name)
			}
		}
		r["external"], ok = true, true
		break
	}
	state, err := json.Marshal(export)
	if err != nil {
		t.Fatal(err)
	}
	return state, ok
}

// checkSame converts a source for each recorded state, and a third of them again with a resource that was only read, and plans the program against the state. The program
// has no errors, and nothing changes, but for the values of secrets, which the program or the state does not have.
func checkSame(t *testing.T, components bool, source func(seed uint64, exported []byte) string) {
	t.Helper()
	all, err := changes.Read(filepath.Join(analysistest.Repository(t), "testdata", "plans", "edits.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	n := same{empty: planned(t, map[string]string{"main.pp": ""})}
	for i, r := range all {
		before, err := state.Read(r.State)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(before.Resources, func(r state.Resource) bool { return strings.HasPrefix(r.Type, "components:") }) {
			if !components {
				continue
			}
			n.components++
		}
		n.check(t, before, fmt.Sprintf("seed %d", r.Seed), source(r.Seed, r.State))
		if text, ok := withLookup(t, r.State); ok && i%3 == 0 {
			if before, err = state.Read(text); err != nil {
				t.Fatal(err)
			}
			n.check(t, before, fmt.Sprintf("seed %d with a lookup", r.Seed), source(r.Seed, text))
		}
	}
	t.Logf("%+v", n)
	if n.states < 100 || n.resources < 500 || n.lookups < 30 || components != (n.components > 100) {
		t.Error("there are too few")
	}
}

// same counts what was checked.
type same struct {
	empty                                               *analysis.Program
	states, components, resources, lookups, withSecrets int
}

func (n *same) check(t *testing.T, before *state.State, what, from string) {
	t.Helper()
	n.states++
	converted := convert.Text(t.Context(), n.empty, from)
	if converted.Left > 0 {
		t.Errorf("%s: %d parts are left", what, converted.Left)
	}
	text := converted.Text
	program := planned(t, map[string]string{"main.pp": text})
	for _, finding := range errorsIn(t, program, program.Files[0]) {
		t.Errorf("%s: %s", what, finding)
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
		case s.Op == plan.Same && s.Now.Read:
			n.lookups++
		case s.Op == plan.Same:
			n.resources++
		case s.Op == plan.CannotTell && !slices.ContainsFunc(s.Changes, plain): // or those of a resource that it names
			n.withSecrets, undecided = n.withSecrets+1, true
		default:
			t.Errorf("%s: %v, %q %+v of %+v in\n%s\nwhich was\n%s", what, s.Op, s.Reason, s.Changes, s.Name, text, from)
		}
	}
}
