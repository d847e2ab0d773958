package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const configuredPrograms = `-- team/settings.yaml --
rules:
  unused.*: error
exclude: ["**/*_gen.pp", inside/left]
overrides:
  - paths: ["**/legacy"]
    rules:
      unused.*: off
schemas:
  paths: [./schemas]
-- team/schemas/zoo-1.0.0.json --
{"name":"zoo","version":"1.0.0","resources":{"zoo:index:Cat":{"inputProperties":{"lives":{"type":"integer"}}}}}
-- team/inside/main.pp --
unused = 1
-- team/inside/left/main.pp --
unused = 1
-- wrong.yaml --
rule: {}
-- infra/.pcl-lsp.yaml --
rules:
  unused.*: off
-- infra/main.pp --
unused = 1
resource cat "zoo:index:Cat" {
  lives = "many"
}
-- infra/main_gen.pp --
generated = 1
-- infra/left/main.pp --
unused = 1
-- infra/legacy/main.pp --
unused = 1
`

// A chosen settings file counts instead of the nearest ones. Its patterns and paths are relative
// to it, and patterns that begin with ** match outside of its folder too.
func TestCheckConfig(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, configuredPrograms))
	const unused = ": error: `unused` is never used; remove it [unused.local]\n"
	for line, want := range map[string]string{
		"check --format concise --quiet infra":                                  "infra/main.pp:2:14: warning: package `zoo` is not checked",
		"check --format concise --quiet --config team/settings.yaml infra":      "infra/main.pp:1:1" + unused + "infra/main.pp:3:11: error: ",
		"check --format concise --quiet --config team/settings.yaml infra/left": "infra/left/main.pp:1:1" + unused,
		"check --format concise --quiet --config team/settings.yaml team":       "team/inside/main.pp:1:1" + unused,
	} {
		if got := runIn(t, dir, words(line)); !strings.HasPrefix(got.stdout, want) || strings.Contains(got.stdout, "generated") || strings.Contains(got.stdout, "legacy") || got.stderr != "" {
			t.Errorf("pcl-lsp %s: got %+v, want %s", line, got, want)
		}
	}
	for line, want := range map[string]string{
		"check --config nowhere.yaml infra": "--config nowhere.yaml: no such file or directory",
		"check --config team infra":         "--config team: this is a folder; name a settings file",
		"check --config wrong.yaml infra":   "wrong.yaml:1:1: there is no setting `rule`; did you mean `rules`?",
		"config show --config nowhere.yaml": "--config nowhere.yaml: no such file or directory",
	} {
		if got := runIn(t, dir, words(line)); got.code != exitUsage || !strings.Contains(got.stderr, want) || got.stdout != "" {
			t.Errorf("pcl-lsp %s: got %+v, want %s", line, got, want)
		}
	}
	got := runIn(t, dir, words("config show --config team/settings.yaml infra/legacy"))
	if !strings.Contains(got.stdout, "team/settings.yaml:3:1\n") || !strings.Contains(got.stdout, "team/settings.yaml:7:7 for **/legacy\n") || strings.Contains(got.stdout, "infra/.pcl-lsp.yaml") {
		t.Errorf("got %+v", got)
	}
}

// What is remembered depends on the chosen file and on its content.
func TestCheckConfigIsRemembered(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, configuredPrograms))
	check := func(flags, want, note string) {
		t.Helper()
		got := runIn(t, dir, words("check --format concise --cache-dir cache infra/left "+flags))
		if !strings.HasPrefix(got.stdout, want) || strings.Contains(got.stderr, "were not checked again") != (note != "") {
			t.Errorf("%s: got %+v, want %s", flags, got, want)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "cache"), 0o755); err != nil {
		t.Fatal(err)
	}
	check("", "", "")
	check("--config team/settings.yaml", "infra/left/main.pp:1:1: error", "")
	check("", "", "remembered")
	check("--config team/settings.yaml", "infra/left/main.pp:1:1: error", "remembered")
	if err := os.WriteFile(filepath.Join(dir, "team", "settings.yaml"), []byte("rules:\n  unused.*: warning\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	check("--config team/settings.yaml", "infra/left/main.pp:1:1: warning", "")
}
