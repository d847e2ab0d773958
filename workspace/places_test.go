package workspace_test

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// Where the search above a program ends is a change when it appears, and when it goes.
func TestSearchEndsAtTheRepository(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "repo/.git/HEAD", "")
	write(t, root, "repo/schemas/a.json", `{"name":"a","version":"1.0.0","resources":{}}`)
	write(t, root, "repo/p/main.pp", "")
	at := func(name string) string { return path.Join(slashed(root), name) }
	places := workspace.NewSchemaPlaces(nil, at("home"))
	for _, step := range []struct {
		change func(string) error
		want   []string
	}{
		{nil, []string{at("repo/schemas")}},
		{func(p string) error { return os.Mkdir(p, 0o755) }, nil},
		{os.Remove, []string{at("repo/schemas")}},
	} {
		_, seen := places.FoldersSeen(at("repo/p"))
		if step.change != nil {
			if err := step.change(at("repo/p/.git")); err != nil {
				t.Fatal(err)
			}
			if !disk.NewCheck(disk.Machine{}).Changed(seen) {
				t.Error("that the end of the search has changed is not seen")
			}
		}
		if got := places.Folders(at("repo/p")); !slices.Equal(got, step.want) {
			t.Errorf("got %q, want %q", got, step.want)
		}
	}
}

// Given places go before folders beside the program, and those before the cache.
func TestSchemaPlaces(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	schemaOf := func(name, version string) string {
		return `{"name":"` + name + `","version":"` + version + `","resources":{}}`
	}
	for name, text := range map[string]string{
		"outside/schemas/z.json":             schemaOf("z", "1.0.0"),
		"outside/repo/.git/HEAD":             "",
		"outside/repo/schemas/a.json":        schemaOf("a", "2.0.0"),
		"outside/repo/p/schemas/b.json":      schemaOf("b", "2.0.0"),
		"outside/repo/p/q/main.pp":           "",
		"outside/repo/p/.pcl/schemas/c.json": schemaOf("c", "2.0.0"),
		"outside/repo/p/q/schemas/user.json": `{"$schema":"https://json-schema.org/draft-07/schema","title":"user"}`,
		"given/a.json":                       schemaOf("a", "1.0.0"),
		"home/schemas/a-3.0.0.json":          schemaOf("a", "3.0.0"),
		"home/schemas/c-3.0.0.json":          schemaOf("c", "3.0.0"),
		"home/schemas/d-3.0.0.json":          schemaOf("d", "3.0.0"),
	} {
		write(t, root, name, text)
	}
	at := func(name string) string { return path.Join(slashed(root), name) }
	program := at("outside/repo/p/q")
	plain := workspace.NewSchemaPlaces(nil, at("home"))
	given := workspace.NewSchemaPlaces([]string{at("given")}, at("home"))

	folders := strings.Join(plain.Folders(program), " ")
	if want := strings.Join([]string{at("outside/repo/p/schemas"), at("outside/repo/p/.pcl/schemas"), at("outside/repo/schemas")}, " "); folders != want {
		t.Errorf("folders: got %s, want %s", folders, want)
	}
	for _, test := range []struct {
		places             *workspace.SchemaPlaces
		dir, name, version string
		want               string
	}{
		{plain, program, "a", "", "2.0.0"},
		{plain, program, "a", "3.0.0", "3.0.0"},
		{plain, program, "b", "", "2.0.0"},
		{plain, program, "c", "", "2.0.0"},
		{plain, program, "d", "", "3.0.0"},
		{plain, program, "z", "", "missing"},
		{plain, at("outside/repo"), "b", "", "missing"},
		{plain, "untitled:1", "a", "", "3.0.0"},
		{given, program, "a", "", "1.0.0"},
		{given, program, "a", "2.0.0", "2.0.0"},
		{given, program, "b", "", "2.0.0"},
		{given, program, "c", "", "2.0.0"},
		{given, program, "d", "", "3.0.0"},
		{given, program, "z", "", "missing"},
	} {
		p, a := test.places.In(test.dir).Package(schema.Ref{Name: test.name, Version: test.version})
		got := a.Version
		if p == nil {
			got = a.State.String()
		}
		if got != test.want {
			t.Errorf("%s %s for %s: got %s (%s), want %s", test.name, test.version, test.dir, got, a.Reason, test.want)
		}
	}
	if plain.In(program) != plain.In(at("outside/repo/p")) || given.In(program) != given.In(at("outside/repo/p")) {
		t.Error("equal places are not equal")
	}
}

// What was found for a package stays until something says that schemas changed.
func TestSchemasChanged(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "main.pp", "resource a \"p:index:A\" {\n}\n")
	places := workspace.NewSchemaPlaces(nil, "")
	s := workspace.New(workspace.Options{SchemasIn: places.In})
	dir := slashed(root)
	wantCodes(t, s.Snapshot(), dir, "main.pp:package.unknown")
	write(t, root, "schemas/p.json", `{"name":"p","version":"1.0.0","resources":{}}`)
	wantCodes(t, s.Snapshot(), dir, "main.pp:package.unknown")
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{path.Join(dir, "schemas/p.json")}}), dir, "main.pp:resource.unknown")
	write(t, root, "schemas/p.json", `{"name":"p","version":"1.0.1","resources":{"p:index:A":{}}}`)
	wantCodes(t, s.Snapshot(), dir, "main.pp:resource.unknown")
	wantCodes(t, s.Apply(workspace.SchemasChanged{}), dir, "")
	uses := s.Snapshot().PackagesUsed()
	if len(uses) != 1 || uses[0].Ref.Name != "p" || uses[0].Version != "1.0.1" {
		t.Errorf("got %+v", uses)
	}
}

// A damaged schema that is alone in its folder is reported, unless the file could be of another kind.
func TestDamagedSchemaAlone(t *testing.T) {
	t.Parallel()
	for name, reported := range map[string]bool{"schemas/sky-1.0.0.json": true, "schemas/sky-1.0.0.json.gz": true, ".pcl/schemas/sky.json": true, "schemas/sky.json": false} {
		root := t.TempDir()
		write(t, root, ".git/HEAD", "")
		write(t, root, name, "damaged")
		file := path.Join(slashed(root), name)
		_, a := workspace.NewSchemaPlaces(nil, "").In(slashed(root)).Package(schema.Ref{Name: "sky"})
		if got := a.State == schema.Broken && strings.Contains(a.Reason, file); got != reported {
			t.Errorf("%s: %+v", name, a)
		}
	}
}
