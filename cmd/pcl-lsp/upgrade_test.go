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
		if got := runIn(t, dir, words(base)); got.code != exitFindings || got.stderr != "" || got.stdout != strings.ReplaceAll(diff.stderr, "would be changed", "changed") {
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
