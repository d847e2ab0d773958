package changes_test

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file tests the recorded results themselves, and the generator.

func plans(t *testing.T) string {
	return filepath.Join(analysistest.Repository(t), "testdata", "plans")
}

func open(t *testing.T) *schemas.Store {
	return schemas.New(schemas.Options{Paths: []string{filepath.Join(plans(t), "schemas"), filepath.Join(analysistest.Repository(t), "testdata", "schemas")}})
}

func read(t *testing.T, name string) []changes.Recorded {
	t.Helper()
	all, err := changes.Read(filepath.Join(plans(t), name))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// errors are the errors in a program and its components.
func errors(t *testing.T, store *schemas.Store, s changes.Source) (all []string) {
	t.Helper()
	files := fixture.Files{}
	for name, text := range s.Files {
		files[path.Join(fixture.Root, name)] = text
	}
	snapshot := workspace.New(workspace.Options{FS: files, Schemas: store}).Snapshot()
	for _, dir := range s.Directories() {
		byFile, err := snapshot.Diagnose(t.Context(), snapshot.ProgramIn(path.Join(fixture.Root, dir)))
		if err != nil {
			t.Fatal(err)
		}
		for file, found := range byFile {
			for _, d := range found {
				if d.Severity == codes.Error {
					all = append(all, file+": "+d.Message)
				}
			}
		}
	}
	return all
}

// The checker finds no error in a recorded program: what a plan says of programs with errors is undecided.
func TestRecordedProgramsHaveNoErrors(t *testing.T) {
	t.Parallel()
	store := open(t)
	for _, name := range []string{"edits.jsonl.gz"} {
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

// Every kind of edit is recorded at least 10 times, and a third of the edits are made in programs with ranges, components and parents.
func TestRecordedKinds(t *testing.T) {
	t.Parallel()
	counts, rich, all := map[string]int{}, 0, 0
	for _, r := range read(t, "edits.jsonl.gz") {
		for _, e := range r.Edits {
			all++
			counts[e.Kinds[0]]++
			if isRich(r.Files) {
				rich++
			}
		}
	}
	for _, kind := range changes.Kinds() {
		if counts[kind] < 10 {
			t.Errorf("%q is recorded %d times", kind, counts[kind])
		}
	}
	if all < 500 || rich*3 < all {
		t.Errorf("%d edits, %d of them in programs with ranges, components and parents", all, rich)
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

// Every state is a deployment of which the program before registered every resource, so that a plan of it has nothing to do.
func TestRecordedStates(t *testing.T) {
	t.Parallel()
	for _, r := range read(t, "edits.jsonl.gz") {
		state := string(r.State)
		for _, one := range r.Registered {
			if !strings.Contains(state, `"urn":"`+one.URN+`"`) {
				t.Errorf("seed %d: %s was registered, and is not in the state", r.Seed, one.URN)
			}
		}
	}
}

// The same seed gives the same program and the same edit.
func TestDeterministic(t *testing.T) {
	t.Parallel()
	store := open(t)
	var packages []*schema.Package
	for _, ref := range changes.Packages() {
		p, _ := store.Package(ref)
		packages = append(packages, p)
	}
	for seed := range uint64(20) {
		for _, kind := range changes.Kinds() {
			a, ok := changes.After(packages, seed, kind)
			b, again := changes.After(packages, seed, kind)
			if ok != again || !slices.Equal(a.Directories(), b.Directories()) {
				t.Fatalf("seed %d, %s differs", seed, kind)
			}
			for name, text := range a.Files {
				if b.Files[name] != text {
					t.Errorf("seed %d, %s, %s:\n%s\n%s", seed, kind, name, text, b.Files[name])
				}
			}
		}
	}
}
