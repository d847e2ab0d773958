package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The flag --target decides what is reported before settings files do, and unknown targets are refused.
func TestTargetFlag(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"main.pp": "output a {\n  value = try(stack(), 1)\n}\n", ".pcl-lsp.yaml": "targets: [java]\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{nil, "converted to Java ("},
		{[]string{"--target", "go,csharp"}, "converted to Go ("},
		{[]string{"--target", "go", "--target", "csharp"}, "and C# ("},
		{[]string{"--target", "python"}, ""},
	} {
		got := runIn(t, dir, append([]string{"check", "--no-cache"}, c.flags...))
		if reported := strings.Contains(got.stdout, "target.unsupported"); reported != (c.want != "") || !strings.Contains(got.stdout, c.want) || got.code != exitClean {
			t.Errorf("check %v: status %d, want %q\n%s%s", c.flags, got.code, c.want, got.stdout, got.stderr)
		}
	}
	for text, want := range map[string]string{"nodejs": "did you mean typescript?", "go,pyton": "did you mean python?", "": "the targets are go, python"} {
		got := runIn(t, dir, []string{"check", "--target", text})
		if got.code != exitUsage || !strings.Contains(got.stderr, want) || strings.Count(got.stderr, "\n") > 1 {
			t.Errorf("check --target %q: status %d, %q; want %d and %q on one line", text, got.code, got.stderr, exitUsage, want)
		}
	}
}
