package schemas_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// usedHome is a Pulumi home with as many plugins and schemas as people have.
func usedHome(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for i := range 60 {
		name := fmt.Sprintf("pack%d", i%20)
		version := fmt.Sprintf("%d.0.0", i/20+1)
		for path, content := range map[string]string{plugin(name, version): "", "schemas/" + name + "-" + version + ".json": text(name, version)} {
			full := filepath.Join(dir, filepath.FromSlash(path))
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(full, []byte(content), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	later := time.Now().Add(time.Hour)
	entries, err := os.ReadDir(filepath.Join(dir, "schemas"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := os.Chtimes(filepath.Join(dir, "schemas", e.Name()), later, later); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Whatever could change the outcome of a search is told by looking again, and nothing
// else is.
func TestStale(t *testing.T) {
	t.Parallel()
	dir := usedHome(t)
	s := schemas.New(schemas.Options{Home: dir})
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name   string
		change func() error
		stale  bool
	}{
		{"nothing", func() error { return nil }, false},
		{"another schema is written anew", func() error {
			return os.WriteFile(at("schemas/pack8-1.0.0.json"), []byte(text("pack8", "1.0.0")+" "), 0o644)
		}, false},
		{"another plugin changes", func() error { return os.WriteFile(at("plugins/resource-pack8-v1.0.0/log"), nil, 0o644) }, false},
		{"a log in the home", func() error { return os.WriteFile(at("log"), nil, 0o644) }, false},
		{"the schema is written anew", func() error {
			return os.WriteFile(at("schemas/pack7-3.0.0.json"), []byte(text("pack7", "3.0.0")+" "), 0o644)
		}, true},
		{"a newer plugin is installed", func() error { return os.MkdirAll(at("plugins/resource-pack7-v9.0.0"), 0o755) }, true},
		{"its executable comes", func() error { return os.WriteFile(at(plugin("pack7", "9.0.0")), nil, 0o755) }, true},
		{"its installation is incomplete", func() error { return os.WriteFile(at("plugins/resource-pack7-v9.0.0.partial"), nil, 0o644) }, true},
		{"a schema is cached for it", func() error {
			return os.WriteFile(at("schemas/pack7-9.0.0.json"), []byte(text("pack7", "9.0.0")), 0o644)
		}, true},
		{"the cache goes", func() error { return os.RemoveAll(at("schemas")) }, true},
		{"the plugins go", func() error { return os.RemoveAll(at("plugins")) }, true},
		{"the home comes back", func() error { return os.Mkdir(at("schemas"), 0o755) }, true},
	} {
		found := s.Find(schema.Ref{Name: "pack7"}, schemas.Caller{})
		if found.Stale(disk.NewCheck(disk.Machine{})) {
			t.Errorf("%s: stale before", test.name)
		}
		must(test.change())
		if got := found.Stale(disk.NewCheck(disk.Machine{})); got != test.stale {
			t.Errorf("%s: stale is %t, want %t", test.name, got, test.stale)
		}
	}
}

// Installed providers have names that can be suggested, broken ones not.
func TestNamesOfPlugins(t *testing.T) {
	t.Parallel()
	dir := home(t, map[string]string{
		plugin("one", "1.0.0"): "", plugin("one", "2.0.0"): "", plugin("azure-native", "1.0.0"): "",
		"plugins/resource-empty-v1.0.0/x": "", plugin("github.com_some_thing", "1.0.0"): "",
		"schemas/two-1.0.0.json": text("two", "1.0.0"),
	})
	got := schemas.New(schemas.Options{Home: dir}).Names()
	if want := []string{"azure-native", "one", "pulumi", "two"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

const refers = `{"name":"a","version":"1.0.0","resources":{"a:index:R":{"inputProperties":{"p":{"$ref":"/b/v1.0.0/schema.json#/types/b:index:T"}}}}}`

func typed(member string) string {
	return fmt.Sprintf(`{"name":"b","version":"1.0.0","types":{"b:index:T":{"type":"object","properties":{%q:{"type":"string"}}}}}`, member)
}

// Stores share what they open, but not where its references mean different packages;
// and a package whose reference means another one by now is opened anew.
func TestSharedFiles(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"home/schemas/a-1.0.0.json": refers, "home/schemas/b-1.0.0.json": typed("common"),
		"one/x.json": text("x", "1.0.0"), "two/b.json": typed("special"),
	})
	var files schemas.Files
	store := func(folder string) *schemas.Store {
		return schemas.New(schemas.Options{Folders: []string{filepath.Join(dir, folder)}, Home: filepath.Join(dir, "home"), Files: &files})
	}
	ref := schema.Ref{Name: "a"}
	one, other, two := store("one"), store("none"), store("two")
	first, shared, apart := one.Find(ref, schemas.Caller{}), other.Find(ref, schemas.Caller{}), two.Find(ref, schemas.Caller{})
	if first.Package == nil || shared.Package != first.Package || apart.Package != first.Package {
		t.Fatalf("not shared: %p, %p, %p", first.Package, shared.Package, apart.Package)
	}
	property := func(p *schema.Package) typesys.Type { return p.Resource("a:index:R").Inputs[0].Type }
	before := property(first.Package)
	for _, f := range []schemas.Found{first, shared, apart} {
		if !f.Stale(disk.NewCheck(disk.Machine{})) {
			t.Error("a package that turned out to refer to another is not looked at again")
		}
	}
	first, shared, apart = one.Find(ref, schemas.Caller{}), other.Find(ref, schemas.Caller{}), two.Find(ref, schemas.Caller{})
	if shared.Package != first.Package || apart.Package == first.Package {
		t.Errorf("got %p, %p and %p, want two equal ones and another", first.Package, shared.Package, apart.Package)
	}
	if got := property(apart.Package); got == before {
		t.Errorf("the type is %v in both stores", got)
	}
	if first.Stale(disk.NewCheck(disk.Machine{})) || shared.Stale(disk.NewCheck(disk.Machine{})) {
		t.Error("stale although nothing has changed")
	}
	path := filepath.Join(dir, "home", "schemas", "b-1.0.0.json")
	if err := os.WriteFile(path, []byte(typed("renewed")), 0o644); err != nil {
		t.Fatal(err)
	}
	if !first.Stale(disk.NewCheck(disk.Machine{})) || !shared.Stale(disk.NewCheck(disk.Machine{})) {
		t.Error("not stale although the package that it refers to has changed")
	}
	later := one.Find(ref, schemas.Caller{})
	if later.Package == first.Package || property(later.Package) == before {
		t.Errorf("the reference still means %v", property(later.Package))
	}
}

// BenchmarkCheck looks whether anything has changed for ten packages in a home of
// the usual size.
func BenchmarkCheck(b *testing.B) {
	s := schemas.New(schemas.Options{Home: usedHome(b)})
	var found []schemas.Found
	for i := range 10 {
		found = append(found, s.Find(schema.Ref{Name: fmt.Sprintf("pack%d", i)}, schemas.Caller{}))
	}
	for b.Loop() {
		check := disk.NewCheck(disk.Machine{})
		for _, f := range found {
			if f.Stale(check) {
				b.Fatal("stale")
			}
		}
	}
}
