package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The README shows what the program prints, with parts left out at each "…".
func TestReadmeShowsRealOutput(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```\n$ pcl-lsp ")
	capture, _, found := strings.Cut(rest, "\n```")
	command, shown, _ := strings.Cut(capture, "\n")
	if !found {
		t.Fatal("README.md has no terminal capture")
	}
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	got := runIn(t, dir, strings.Fields(command))
	for _, part := range strings.Split(shown, "…\n") {
		for _, finding := range strings.Split(strings.TrimSpace(part), "\n\n") {
			if !strings.Contains(got.stdout, finding) {
				t.Errorf("README.md shows what `pcl-lsp %s` does not print:\n%s", command, finding)
			}
		}
	}
}

// Every command that the README names exists, and says how to use it with an
// example.
func TestCommandsHaveExamples(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"serve", "check", "bench", "dump", "explain", "schema", "schema list", "schema show", "schema where", "version"} {
		got := runIn(t, ".", append(strings.Fields(command), "--help"))
		if got.code != exitClean || !strings.Contains(got.stdout, "Examples:\n  pcl-lsp "+command) {
			t.Errorf("pcl-lsp %s --help: got status %d and no example:\n%s", command, got.code, got.stdout)
		}
	}
}
