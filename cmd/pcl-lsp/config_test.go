package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const configured = `schemas: zoo
-- good/.pcl-lsp.yaml --
mode: vars
exclude: [gen]
rules:
  unused.*: warning
  name.undefined: hint
overrides:
  - paths: [old]
    mode: lenient
    rules: {unused.*: off}
-- good/old/main.pp --
a = 1
-- good/gen/main.pp --
a = 1
-- bad/.pcl-lsp.yaml --
rule: {}
mode: lax
rules:
  unused.loca: off
-- bad/main.pp --
a = 1
-- broken.yaml --
rules: [
-- none/main.pp --
a = 1
`

// What cannot be used in a settings file is told all at once, with places and close names.
func TestConfigVerify(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, configured))
	const bad = "bad/.pcl-lsp.yaml:1:1: there is no setting `rule`; did you mean `rules`?\n" +
		"bad/.pcl-lsp.yaml:2:7: unknown mode \"lax\"; use strict, lenient, or a comma-separated list of vars, props, res, invoke and range\n" +
		"bad/.pcl-lsp.yaml:4:3: there is no code \"unused.loca\"; did you mean `unused.local`?\n"
	for _, test := range []struct {
		line           string
		code           int
		stdout, stderr string
	}{
		{"config verify good", 0, "", "pcl-lsp: good/.pcl-lsp.yaml has no mistakes\n"},
		{"config verify good/old", 0, "", "pcl-lsp: good/.pcl-lsp.yaml has no mistakes\n"},
		{"config verify bad", 2, bad, ""},
		{"config verify bad/.pcl-lsp.yaml", 2, bad, ""},
		{"config verify broken.yaml", 2, "broken.yaml:1:1: this is not YAML: line 1: did not find expected node content\n", ""},
		{"config verify none", 2, "", "pcl-lsp: no .pcl-lsp.yaml in none or above it\n"},
		{"config verify nowhere", 2, "", "pcl-lsp: cannot read nowhere: no such file or directory\n"},
		{"config verfy", 2, "", "pcl-lsp: unknown command \"verfy\"; did you mean verify?; choose one of init, schema, show, verify\n"},
		{"config", 2, "", "pcl-lsp: choose a command: pcl-lsp config init, verify, show or schema\n"},
	} {
		got := runIn(t, dir, words(test.line))
		want := outcome{test.code, test.stdout, test.stderr}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
			t.Errorf("%s: %s", test.line, diff)
		}
	}
}

// What is in force is told with where it is said.
func TestConfigShow(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, configured))
	got := runIn(t, dir, words("config show good/old"))
	const want = `stack not set default
mode lenient good/.pcl-lsp.yaml:8:5 for old
failOn error default
include [] default
exclude [gen] good/.pcl-lsp.yaml:2:1
schemas.require false default
rules.unused.* off good/.pcl-lsp.yaml:9:13 for old
rules.name.undefined hint good/.pcl-lsp.yaml:5:3
`
	shown := strings.Join(strings.Fields(got.stdout), " ")
	for line := range strings.Lines(want) {
		if line := strings.Join(strings.Fields(line), " "); !strings.Contains(shown, line) {
			t.Errorf("%q is missing in\n%s%s", line, got.stdout, got.stderr)
		}
	}
	if strings.Index(got.stdout, "rules.unused.*") > strings.Index(got.stdout, "rules.name") || strings.Count(got.stdout, "rules.unused.*") != 1 {
		t.Errorf("the override is not first:\n%s", got.stdout)
	}
	if got := runIn(t, dir, words("config show good/gen/main.pp")); !strings.HasPrefix(got.stdout, "good/gen/main.pp is excluded") {
		t.Error(got.stdout)
	}
	if got := runIn(t, dir, words("config show none")); got.code != 0 || strings.Contains(got.stdout, "yaml") {
		t.Errorf("without a file: %+v", got)
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := runIn(t, dir, words("config show empty")); got.code != 0 || strings.Contains(got.stdout, "PCL of Pulumi") {
		t.Errorf("a folder without a program: %+v", got)
	}
	if got := runIn(t, dir, words("config show bad")); got.code != 0 || !strings.Contains(got.stderr, "ignored: bad/.pcl-lsp.yaml:1:1: ") {
		t.Errorf("with faults: %+v", got)
	}
}

// The schema that is printed is the documented one.
func TestConfigSchema(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile(filepath.Join(root, "docs", "pcl-lsp.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := runIn(t, t.TempDir(), words("config schema")); got.stdout != string(want) || got.code != 0 {
		t.Errorf("got %d and other bytes", got.code)
	}
}
