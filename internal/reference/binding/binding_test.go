package binding

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"

	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
)

// bound is what the binder says of a program with the schemas of testdata/conformance.
func bound(t *testing.T, text string) asking.Record {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := packages.Read("../../../testdata/conformance/schemas")
	if err != nil {
		t.Fatal(err)
	}
	return Bind(dir, set, false)
}

func TestTypes(t *testing.T) {
	r := bound(t, "resource a \"zoo:index:Animal\" {\n  name = \"x\"\n}\nb = [1, true]\nc = a.diet\nd = { for k, v in { x = 1 } : k => [v] }\n")
	if r.Status != asking.OK {
		t.Fatalf("got %+v", r)
	}
	got := map[string]string{}
	for _, n := range r.Nodes {
		got[n.Kind+" "+n.Name] = n.Type
	}
	for name, want := range map[string]string{
		"local b": "tuple(cty.NumberIntVal(1), cty.True)",
		"local c": `output(union(enum(zoo::Diet(string): cty.StringVal("herbivore"),cty.StringVal("carnivore"),cty.StringVal("omnivore")), none))`,
		"local d": "map(tuple(cty.NumberIntVal(1)))",
	} {
		if got[name] != want {
			t.Errorf("%s is %s, want %s", name, got[name], want)
		}
	}
	at := slices.IndexFunc(r.Nodes, func(n dump.Node) bool { return n.Name == "c" })
	if n := r.Nodes[at]; n.File != "main.pp" || n.Range != (asking.Range{61, 71}) || !slices.Equal(n.Deps, []string{"a"}) {
		t.Errorf("got %+v", n)
	}
}

func TestErrors(t *testing.T) {
	r := bound(t, "b = a\nc = [1][0]\n")
	if r.Status != asking.Error || len(r.Diagnostics) != 1 || r.Why() != "undefined variable a" || *r.Diagnostics[0].Range != (asking.Range{4, 5}) {
		t.Errorf("got %+v", r)
	}
	if r := bound(t, "b = \n"); r.Status != asking.Error {
		t.Errorf("got %+v", r)
	}
}
