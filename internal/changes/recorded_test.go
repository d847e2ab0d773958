package changes_test

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file tests the recorded results themselves.

func plans(t *testing.T) string {
	return filepath.Join(analysistest.Repository(t), "testdata", "plans")
}

func open(t *testing.T) *schemas.Store {
	return schemas.New(schemas.Options{Paths: changes.Schemas(analysistest.Repository(t))})
}

// recordings are what has been read, by path. Nobody changes it.
var recordings sync.Map

func read(t *testing.T, name string) []changes.Recorded {
	t.Helper()
	file := filepath.Join(plans(t), name)
	once, _ := recordings.LoadOrStore(file, sync.OnceValues(func() ([]changes.Recorded, error) { return changes.Read(file) }))
	all, err := once.(func() ([]changes.Recorded, error))()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// errors are the errors in a program and its components.
func errors(t *testing.T, store *schemas.Store, s changes.Source) []string {
	t.Helper()
	all, err := changes.Errors(t.Context(), store, s)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The checker finds no error in a recorded program: what a plan says of programs with errors is undecided.
func TestRecordedProgramsHaveNoErrors(t *testing.T) {
	t.Parallel()
	store := open(t)
	for _, name := range []string{"edits.jsonl.gz", "names.jsonl.gz", "states.jsonl.gz"} {
		tried := 0
		for _, r := range read(t, name) {
			for _, e := range r.Edits {
				if tried++; tried > testsize.PlannedEdits {
					break
				}
				if found := errors(t, store, r.After(&e)); len(found) > 0 {
					t.Errorf("%s, seed %d, %v: %v", name, r.Seed, e.Kinds, found)
				}
			}
			if tried <= testsize.PlannedEdits {
				if found := errors(t, store, r.Before()); len(found) > 0 {
					t.Errorf("%s, seed %d: %v", name, r.Seed, found)
				}
			}
		}
	}
}

// The kinds of edits that are recorded: of all, and of those in programs with unusual names.
var (
	allKinds = []string{
		"input, plain", "input, nested", "input, element of a list", "input, key of a map", "input, replacing",
		"input, nested replacing", "input removed", "input added", "input from an output", "input through a local",
		"local", "default of a config", "value of the stack", "secretness", "dependencies", "layout", "resource added",
		"resource removed", "resource renamed", "resource renamed, alias", "resource renamed, logical name",
		"alias of a living resource", "names swapped", "type changed", "range", "range added or removed", "parent",
		"parent renamed", "into a component", "out of a component", "component, input", "component renamed",
		"component added or removed", "directory renamed", "provider, config", "provider, other", "option ignoreChanges",
		"option replaceOnChanges", "option protect", "option retainOnDelete", "option deleteBeforeReplace",
		"option import", "option replaceWith or deletedWith", "option replacementTrigger", "option version",
		"option, any",
	}
	oddKinds = []string{
		"resource renamed", "resource renamed, alias", "resource renamed, logical name", "alias of a living resource",
		"names swapped", "type changed", "range", "range added or removed", "parent", "parent renamed",
		"into a component", "out of a component", "component renamed", "component added or removed", "directory renamed",
		"layout",
	}
)

// README.md of testdata/plans says how often each kind is recorded: here is what it rests on.
func TestRecordedKinds(t *testing.T) {
	t.Parallel()
	tests := []struct {
		file          string
		kinds         []string
		all, of, rich int // edits, edits of each kind, and percent of edits in programs with ranges, components and parents
	}{
		{"edits.jsonl.gz", allKinds, 2100, 45, 45},
		{"names.jsonl.gz", oddKinds, 400, 20, 90},
		{"states.jsonl.gz", changes.StateKinds(), 130, 8, 0},
	}
	for _, test := range tests {
		counts, rich, all := map[string]int{}, 0, 0
		for _, r := range read(t, test.file) {
			for _, e := range r.Edits {
				all++
				for _, kind := range e.Kinds {
					counts[kind]++
				}
				if isRich(r.Files) {
					rich++
				}
			}
		}
		for _, kind := range test.kinds {
			if counts[kind] < test.of {
				t.Errorf("%s: %q is recorded %d times, not %d", test.file, kind, counts[kind], test.of)
			}
		}
		if all < test.all || rich*100 < test.rich*all {
			t.Errorf("%s: %d edits, %d of them in programs with ranges, components and parents", test.file, all, rich)
		}
	}
}

// isRich reports a program that has a range, a component and a parent.
func isRich(files map[string]string) bool {
	text := ""
	for _, one := range files {
		text += "\n" + one
	}
	return strings.Contains(text, "\n    range = ") && strings.Contains(text, "\n    parent = ") && strings.Contains(text, "\ncomponent ")
}

// urns are those of the resources in a state.
func urns(t *testing.T, state json.RawMessage) map[string]bool {
	t.Helper()
	var export struct {
		Deployment struct{ Resources []struct{ URN string } }
	}
	if err := json.Unmarshal(state, &export); err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, r := range export.Deployment.Resources {
		all[r.URN] = true
	}
	return all
}

// What is recorded fits together: the state has what the program registered, and steps are of what the state has or the edited program registers.
func TestRecordedSteps(t *testing.T) {
	t.Parallel()
	for _, r := range read(t, "edits.jsonl.gz") {
		before := urns(t, r.State)
		for _, one := range r.Registered {
			if !before[one.URN] {
				t.Errorf("seed %d: %s was registered, and is not in the state", r.Seed, one.URN)
			}
		}
		for _, e := range r.Edits {
			if e.Error == "" && (len(e.Steps) == 0 || len(e.Registered) == 0) {
				t.Errorf("seed %d, %v: nothing failed, and there are no steps or registrations", r.Seed, e.Kinds)
			}
			for _, problem := range misfits(&e, before) {
				t.Errorf("seed %d, %v: %s", r.Seed, e.Kinds, problem)
			}
		}
	}
}

// misfits are steps of resources that neither the state has nor the program registers.
func misfits(e *changes.Edit, before map[string]bool) (problems []string) {
	after, created := map[string]bool{}, map[string]bool{}
	for _, one := range e.Registered {
		after[one.URN] = true
	}
	for _, s := range e.Steps {
		if s.Op == "create" || strings.HasPrefix(s.Op, "import") {
			created[s.URN] = true // one that was imported may be replaced at once
		}
		if old := cmp.Or(s.Old, s.URN); !before[old] && !created[s.URN] {
			problems = append(problems, s.Op+" of "+old+", which is not in the state")
		}
		if isDefault := strings.Contains(s.URN, "::pulumi:providers:"); !strings.HasPrefix(s.Op, "delete") && !after[s.URN] && !isDefault {
			problems = append(problems, s.Op+" of "+s.URN+", which is not registered")
		}
	}
	return problems
}
