package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// Only what could have changed is looked for again; its old answer stands until the
// new one is there, and every other package stays the one it was.
func TestLookAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pack := func(name, version string) string { return fmt.Sprintf(`{"name":%q,"version":%q}`, name, version) }
	put("home/schemas/sea-1.0.0.json", pack("sea", "1.0.0"))
	put("home/schemas/sky-1.0.0.json", pack("sky", "1.0.0"))
	put("w/.git/x", "")
	put("w/main.pp", "")
	s := workspace.New(workspace.Options{Places: workspace.NewSchemaPlaces(nil, filepath.Join(dir, "home"))})
	var names []string
	var works []func(workspace.Caller)
	s.LoadInBackground(func(name string, work func(workspace.Caller)) {
		names, works = append(names, name), append(works, work)
	})
	program, err := workspace.PathOf(dir, "w")
	if err != nil {
		t.Fatal(err)
	}
	get := func(name string) (*schema.Package, schema.Availability) {
		return s.Snapshot().Schemas(program).Package(schema.Ref{Name: name})
	}
	work := func(want ...string) {
		t.Helper()
		if fmt.Sprint(names) != fmt.Sprint(want) {
			t.Fatalf("looked for %q, want %q", names, want)
		}
		for _, w := range works {
			w(schemas.Caller{})
		}
		names, works = nil, nil
		s.Apply(workspace.SchemasArrived{})
	}
	get("sea")
	get("sky")
	get("none")
	work("sea", "sky", "none")
	sea, _ := get("sea")
	sky, _ := get("sky")
	s.RefreshSchemas()
	work()

	put("home/schemas/sky-1.0.0.json", pack("sky", "1.0.0")+"\n")
	s.Apply(workspace.DiskChanged{})
	s.RefreshSchemas()
	s.RefreshSchemas() // is under way already
	if now, _ := get("sky"); now != sky || s.Snapshot().Loading() {
		t.Error("the old answer does not stand while the new one is awaited")
	}
	work("sky")
	if now, _ := get("sky"); now == sky || now == nil {
		t.Error("the new schema is not used")
	}
	if now, _ := get("sea"); now != sea {
		t.Error("a package that has not changed is another one now")
	}

	// A project file that changes the places: all answers come at once.
	sky, _ = get("sky")
	put("w/Pulumi.yaml", "name: w\nruntime: pcl\nplugins:\n  providers:\n    - name: sky\n      path: ./sky\n")
	s.RefreshSchemas()
	if len(works) != 3 {
		t.Fatalf("looked for %q, want all three in the new places", names)
	}
	last := works[2]
	works[0](workspace.Caller{})
	works[1](workspace.Caller{})
	s.Apply(workspace.SchemasArrived{})
	if now, _ := get("sky"); now != sky || s.Snapshot().Loading() {
		t.Error("the new places are used although not all answers are there")
	}
	last(workspace.Caller{})
	s.Apply(workspace.SchemasArrived{})
	if now, a := get("sky"); now != sky {
		t.Errorf("the same file gives another package in the new places: %+v", a)
	}
	names, works = nil, nil
	s.RefreshSchemas()
	work()
	s.RetrySchemas()
	work("none")

	// A file that changes together with the places is looked for there alone: the answer
	// of the old places would be shown for a moment.
	put("home/schemas/sky-1.0.0.json", pack("sky", "1.0.0")+"\n\n")
	put("w/Pulumi.yaml", "name: w\nruntime: pcl\nplugins:\n  providers:\n    - name: sky\n      path: ./other\n")
	s.RefreshSchemas()
	slices.Sort(names)
	work("none", "sea", "sky")
	if names, whole := s.Watched()[filepath.Join(dir, "home", "schemas")]; !whole || names != nil {
		t.Errorf("watched are %v", s.Watched())
	}
}
