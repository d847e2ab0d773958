package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The mode decides whether a program is accepted, and query --all says so too; words that
// are no mode are refused.
func TestMode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "a = nowhere\nb = [for x in 5 : x]\n"
	if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		mode   string
		status int
		errors int
	}{
		{"strict", exitFindings, 2},
		{"lenient", exitClean, 0},
		{"vars", exitFindings, 1},
		{"range,vars", exitClean, 0},
		{"props,res,invoke", exitFindings, 2},
	} {
		got := runIn(t, dir, []string{"check", "--mode", c.mode})
		if got.code != c.status {
			t.Errorf("check --mode %s: status %d, want %d\n%s%s", c.mode, got.code, c.status, got.stdout, got.stderr)
		}
		got = runIn(t, dir, []string{"query", "--all", "--mode", c.mode})
		if found := strings.Count(got.stdout, `"error"`); found != c.errors {
			t.Errorf("query --all --mode %s: %d errors, want %d\n%s%s", c.mode, found, c.errors, got.stdout, got.stderr)
		}
	}
	for mode, want := range map[string]string{"lenent": "did you mean lenient?", "vars,prop": "did you mean props?", "": "vars, props, res, invoke and range"} {
		got := runIn(t, dir, []string{"check", "--mode", mode})
		if got.code != exitUsage || !strings.Contains(got.stderr, want) || strings.Count(got.stderr, "\n") > 1 {
			t.Errorf("check --mode %q: status %d, %q; want %d and %q on one line", mode, got.code, got.stderr, exitUsage, want)
		}
	}
}
