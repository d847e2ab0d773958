package running

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
)

// planned is a program with the packages of testdata, as recorded plans run it.
func planned(t *testing.T, set *packages.Set, text string) Program {
	t.Helper()
	values, err := Values("proj", map[string]string{"secret:word": "w"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte("config word string { secret = true }\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Program{Dir: dir, Packages: set, Project: "proj", Config: values, Plans: true}
}

// The preview of an edit tells its steps, the aliases of what is registered, and where it went around a panic.
func TestPlan(t *testing.T) {
	const before = `
resource a "toy:index:Thing" {
  name = word
  n    = 1
}
resource many "toy:index:Thing" {
  name = "m"
  options {
    range   = 1
    version = "7.0.0"
  }
}
`
	after := strings.NewReplacer(" a ", " b ", "n    = 1", "n = 2\n  options { aliases = [{ name = \"a\" }] }", "range   = 1", "range = 2").Replace(before) + `
resource found "toy:index:Thing" {
  name = many[1].size == 1 ? "x" : many[0].name
  options { import = "f" }
}
`
	set, err := packages.Read("testdata")
	if err != nil {
		t.Fatal(err)
	}
	set.Newest = true
	t.Chdir(".") // a run enters the folder of its program
	up, state := Up(planned(t, set, before))
	if up.Error != "" || !strings.Contains(string(state), "ciphertext") || len(up.Registered) != 3 {
		t.Fatalf("got %+v\n%s", up, state)
	}
	got := Plan(planned(t, set, after), state)
	var ops []string
	for _, s := range got.Steps {
		if s.Op != "same" {
			ops = append(ops, s.Op+" "+s.URN[strings.LastIndex(s.URN, ":")+1:]+" "+strings.Join(s.Diffs, ","))
		}
	}
	if want := []string{"create many-1 ", "import found ", "update b n"}; got.Error != "" || !slices.Equal(ops, want) {
		t.Errorf("got %q, want %q: %s", ops, want, got.Error)
	}
	for _, r := range got.Registered {
		if used := "urn:pulumi:test::proj::toy:index:Thing::a"; strings.HasSuffix(r.URN, "::b") && (r.Used != used || !slices.Equal(r.Aliases, []string{used})) {
			t.Errorf("got %+v", r)
		}
	}
	if want := []string{"reference panics: range of many mixes instances with known and unknown outputs"}; !slices.Equal(got.Notes, want) {
		t.Errorf("got %q, want %q", got.Notes, want)
	}
}
