package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// What docs/schemas.md shows of `schema where` is what a Pulumi home makes it print in
// which one provider is installed and schemas of two versions are cached.
func TestDocumentShowsWhere(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root, "docs", "schemas.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```\n$ pcl-lsp schema where ")
	capture, _, found := strings.Cut(rest, "```")
	name, want, _ := strings.Cut(capture, "\n")
	if !found {
		t.Fatal("docs/schemas.md does not show what `pcl-lsp schema where` prints")
	}
	dir := t.TempDir()
	home := filepath.Join(dir, "home")
	for _, f := range []struct { // in this order: a schema that is older than the plugin counts less
		name, text string
		mode       os.FileMode
	}{
		{"work/main.pp", "a = 1\n", 0o644},
		{"home/.pulumi/plugins/resource-aws-v6.0.0/pulumi-resource-aws", "#!/bin/sh\n", 0o755},
		{"home/.pulumi/schemas/aws-6.0.0.json", `{"name":"aws","version":"6.0.0"}`, 0o644},
		{"home/.pulumi/schemas/aws-7.0.0.json", `{"name":"aws","version":"7.0.0"}`, 0o644},
	} {
		path := filepath.Join(dir, f.name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f.text), f.mode); err != nil {
			t.Fatal(err)
		}
	}
	out := runWith(t, words("schema where "+name), environment{
		dir: filepath.Join(dir, "work"), home: home, variable: func(string) string { return "" },
	})
	// The page stands for any user.
	if got := strings.ReplaceAll(out.stdout, home, "~"); got != want {
		t.Errorf("pcl-lsp schema where %s prints %s%s", name, cmp.Diff(want, got), out.stderr)
	}
}
