package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// This file checks that plugins are asked when that is allowed, and only then.

// withProvider makes a directory with a program that uses package moon, a Pulumi
// home in which its provider is installed, and a cache. The provider is a real
// program that behaves as the variant says.
func withProvider(t *testing.T, variant string) (dir string, env environment) {
	t.Helper()
	dir = t.TempDir()
	plugin := filepath.Join(dir, "pulumi", "plugins", "resource-moon-v1.2.3")
	for _, folder := range []string{plugin, filepath.Join(dir, "program", ".git")} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	program := "resource crater \"moon:index:Crater\" {\n}\n"
	for path, text := range map[string]string{filepath.Join(plugin, "variant"): variant, filepath.Join(dir, "program", "main.pp"): program} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	buildProvider(t, plugin)
	return dir, environment{dir: dir, cache: filepath.Join(dir, "cache", "index"), variable: func(name string) string {
		if name == "PULUMI_HOME" {
			return filepath.Join(dir, "pulumi")
		}
		return ""
	}}
}

// buildProvider puts the program of a provider of package moon into a directory. It
// leaves a file pids beside itself when it runs.
func buildProvider(t *testing.T, dir string) {
	t.Helper()
	executable := filepath.Join(dir, "pulumi-resource-moon")
	if runtime.GOOS == "windows" {
		executable += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", executable, "../../internal/testprovider").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// wasRun reports whether the provider was ever started.
func wasRun(t *testing.T, dir string) bool {
	t.Helper()
	_, err := os.Stat(filepath.Join(dir, "pulumi", "plugins", "resource-moon-v1.2.3", "pids"))
	return err == nil
}

// An installed provider is run only with permission; what it said then serves later
// runs without.
func TestAllowPlugins(t *testing.T) {
	t.Parallel()
	dir, env := withProvider(t, "")
	refused := runWith(t, words("check program"), env)
	if refused.code != 0 || !strings.Contains(refused.stdout, "--allow-plugins") || wasRun(t, dir) {
		t.Errorf("without permission: %+v, run: %t", refused, wasRun(t, dir))
	}
	if offline := runWith(t, words("check --allow-plugins --offline program"), env); offline.code != 0 || wasRun(t, dir) {
		t.Errorf("offline: %+v, run: %t", offline, wasRun(t, dir))
	}
	asked := runWith(t, words("check --allow-plugins program"), env)
	if asked.code != exitFindings || !strings.Contains(asked.stdout, "resource.unknown") || !strings.Contains(asked.stdout, "(moon 1.2.3)") {
		t.Errorf("with permission: %+v", asked)
	}
	if err := os.Remove(filepath.Join(dir, "pulumi", "plugins", "resource-moon-v1.2.3", "pids")); err != nil {
		t.Error(err)
	}
	later := runWith(t, words("check program"), env)
	if later != asked || wasRun(t, dir) {
		t.Errorf("later: %+v, want as before: %+v; run: %t", later, asked, wasRun(t, dir))
	}
	where := runWith(t, words("schema where moon --in program"), env)
	if where.code != 0 || !strings.Contains(where.stdout, filepath.ToSlash(filepath.Join("cache", "plugins"))) {
		t.Errorf("schema where: %+v", where)
	}
}

// A provider that does not answer is a warning with what happened, and an error
// where schemas are required.
func TestPluginThatFails(t *testing.T) {
	t.Parallel()
	dir, env := withProvider(t, "crash at start")
	got := runWith(t, words("check --allow-plugins --require-schemas program"), env)
	if got.code != exitUnchecked || !strings.Contains(got.stdout, "package.unknown") || !strings.Contains(got.stderr, "no moon") {
		t.Errorf("got %+v", got)
	}
	if !wasRun(t, dir) {
		t.Error("the provider was not run")
	}
}

// A missing provider is reported with the exact command that installs it, in both
// forms, however long the places are that were looked at.
func TestMissingProvider(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), strings.Repeat("a long name ", 15))
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	program := "package {\n  baseProviderName        = \"moon\"\n  baseProviderVersion     = \"1.2.3\"\n  baseProviderDownloadUrl = \"https://plugins.example.com/moon\"\n}\n\nresource crater \"moon:index:Crater\" {\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	env := environment{dir: dir, home: dir, variable: func(string) string { return "" }}
	const command = "pulumi plugin install resource moon v1.2.3 --server https://plugins.example.com/moon"
	if got := runWith(t, words("check"), env); got.code != 0 || !strings.Contains(got.stdout, "; `"+command+"` installs its provider\n") {
		t.Errorf("got %+v", got)
	}
	if got := runWith(t, words("check --format json"), env); !strings.Contains(got.stdout, `"install": "`+command+`"`) {
		t.Errorf("got %+v", got)
	}
}
