package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// TestSchemaDiff: comparisons have the expected bytes in all formats, also those of what a program uses.
func TestSchemaDiff(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/schemadiff", func(t *testing.T, f *fixture.Fixture) {
		dir := unpacked(t, f)
		for name, flags := range map[string]string{
			"text": "", "json": "--format json", "markdown": "--format markdown --level silent",
			"used": "--used-in program --schema before.json", "used.silent": "--used-in program --schema before.json --level silent",
		} {
			got := runIn(t, dir, words("schema diff before.json after.json "+flags))
			if got.code != exitClean || got.stderr != "" {
				t.Errorf("%s: got %d %s", name, got.code, got.stderr)
			}
			f.Golden(t, name, got.stdout)
		}
	})
}

// TestSchemaDiffFails: the exit code is that of the worst change that is listed.
func TestSchemaDiffFails(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.Load(t, root+"/testdata/schemadiff/aquarium.txtar"))
	for name, text := range map[string]string{
		"other.json":    `{"name":"other","version":"1.0.0"}`,
		"later/main.pp": "package aquarium {\n  baseProviderName    = \"aquarium\"\n  baseProviderVersion = \"2.0.0\"\n}\n\nresource a \"aquarium:index/goldfish:Goldfish\" {\n}\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		flags string
		code  int
		says  string
	}{
		{"before.json after.json --fail-on breaking", exitFindings, ""},
		{"before.json after.json --level breaking --fail-on silent", exitFindings, ""},
		{"before.json after.json --used-in . --schema before.json --schema after.json", exitClean, "not counted: 1 program not checked with aquarium 1.4.0"},
		{"before.json before.json --fail-on compatible", exitClean, ""},
		{"before.json after.json --fail-on brekaing", exitUsage, `unknown level "brekaing"; did you mean breaking?; choose one of compatible, silent, breaking`},
		{"before.json", exitUsage, "name two schemas"},
		{"before.json missing.json", exitUnchecked, "missing.json cannot be read as a package schema: no such file or directory"},
		{"before.json program/main.pp.json", exitUnchecked, "cannot be read as a package schema"},
		{"before.json other.json", exitUsage, "other.json is package other; name two versions of one package"},
		{"aquarium@9.0.0 after.json", exitUnchecked, "aquarium"},
		{"after.json after.json --used-in program --schema before.json", exitUnchecked, "no program in program is checked with aquarium 2.0.0"},
	} {
		got := runIn(t, dir, words("schema diff "+test.flags))
		if got.code != test.code || !strings.Contains(got.stderr, test.says) {
			t.Errorf("%s: got %d %s", test.flags, got.code, got.stderr)
		}
	}
}

//go:generate go test . -run TestSchemaDiffDocumented -update

const upgradeDocument = "../../docs/upgrade.md"

// TestSchemaDiffDocumented: the document has the table of rules. Under -update it is written.
func TestSchemaDiffDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(upgradeDocument)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- kinds of changes; go generate ./cmd/pcl-lsp writes them again -->\n", "<!-- end of kinds -->\n"
	before, rest, begins := strings.Cut(string(text), begin)
	old, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s has no place for the kinds of changes", upgradeDocument)
	}
	var table strings.Builder
	table.WriteString("| kind | of an input | of an output | |\n|---|---|---|---|\n")
	for _, r := range schemadiff.Rules {
		table.WriteString("| `" + string(r.Kind) + "` | " + r.Input.String() + " | " + r.Output.String() + " | " + r.Means + " |\n")
	}
	switch want := table.String(); {
	case fixture.Update():
		if err := os.WriteFile(upgradeDocument, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case old != want:
		t.Errorf("%s is stale; go generate ./cmd/pcl-lsp writes it again", upgradeDocument)
	}
}
