package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestUpgrade: upgrades have the expected texts and reports in all formats, and the files are written.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/upgrade", func(t *testing.T, f *fixture.Fixture) {
		dir := unpacked(t, f)
		base := "upgrade zoo --schema before.json --schema after.json"
		diff := runIn(t, dir, words(base+" --diff"))
		f.Golden(t, "diff", diff.stdout)
		f.Golden(t, "json", runIn(t, dir, words(base+" --diff --format json --level compatible")).stderr)
		f.Golden(t, "markdown", runIn(t, dir, words(base+" --diff --format markdown")).stderr)
		if got := runIn(t, dir, words(base)); got.code != exitFindings || got.stderr != "" || got.stdout != strings.ReplaceAll(diff.stderr, "would be ", "") {
			t.Errorf("got %d %s%s, want the report of --diff", got.code, got.stdout, got.stderr)
		} else {
			f.Golden(t, "text", got.stdout)
		}
		if got := runIn(t, dir, words(base)); got.code != exitUnchecked || !strings.Contains(got.stderr, "checked with zoo 2.0.0 already") {
			t.Errorf("again: got %d %s", got.code, got.stderr)
		}
		for _, name := range []string{"main.pp", "part/main.pp", "Pulumi.yaml"} {
			if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || strings.Contains(string(text), "1.2.0") {
				t.Errorf("%s is not written: %v", name, err)
			}
		}
	})
}

// TestUpgradeExample: the program of the document has the report that the document shows, and the program written by hand is right.
func TestUpgradeExample(t *testing.T) {
	t.Parallel()
	schemas, err := filepath.Abs(root + "/../shared/schemas")
	if _, missing := os.Stat(schemas); err != nil || missing != nil {
		t.Skip("there are no real schemas")
	}
	file := root + "/docs/upgrade.md"
	document, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in := func(name, text string) string {
		_, rest, _ := strings.Cut(string(document), "<!-- eks "+name+" -->\n```"+text+"\n")
		block, _, ok := strings.Cut(rest, "```\n")
		if !ok {
			t.Fatalf("%s has no block %s", file, name)
		}
		return block
	}
	dir := t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(in("before", "pcl"))
	if got := runIn(t, dir, []string{"check", "--no-cache", "--schema", schemas}); got.code != exitClean {
		t.Errorf("before: %s", got.stdout)
	}
	got := runIn(t, dir, []string{"upgrade", "eks@4.3.0", "--schema", schemas})
	_, left, _ := strings.Cut(got.stdout, "left to do:\n")
	if want := in("report", ""); left != want {
		if !fixture.Update() {
			t.Errorf("got\n%swant\n%s", left, want)
		}
		updated := strings.Replace(string(document), "<!-- eks report -->\n```\n"+want, "<!-- eks report -->\n```\n"+left, 1)
		if err := os.WriteFile(file, []byte(updated), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(in("after", "pcl"))
	if got := runIn(t, dir, []string{"check", "--no-cache", "--schema", schemas}); got.code != exitClean {
		t.Errorf("after: %s", got.stdout)
	}
}
