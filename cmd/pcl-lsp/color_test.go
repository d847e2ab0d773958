package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// Color is for terminals, unless a flag or a variable says something else; the flag wins.
func TestColour(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, "-- main.pp --\na = nope\n"))
	for _, test := range []struct {
		name      string
		terminal  bool
		variables string
		flag      string
		want      bool
	}{
		{"a pipe", false, "", "", false},
		{"a terminal", true, "", "", true},
		{"a terminal and auto", true, "", "auto", true},
		{"NO_COLOR", true, "NO_COLOR=1", "", false},
		{"a dumb terminal", true, "TERM=dumb", "", false},
		{"FORCE_COLOR", false, "FORCE_COLOR=1", "", true},
		{"FORCE_COLOR on a dumb terminal", true, "FORCE_COLOR=1 TERM=dumb", "", true},
		{"FORCE_COLOR without force", false, "FORCE_COLOR=0", "", false},
		{"CLICOLOR_FORCE", false, "CLICOLOR_FORCE=1", "", true},
		{"CLICOLOR_FORCE without force", false, "CLICOLOR_FORCE=0", "", false},
		{"NO_COLOR and FORCE_COLOR", true, "NO_COLOR=1 FORCE_COLOR=1", "", false},
		{"always", false, "NO_COLOR=1", "always", true},
		{"never", true, "FORCE_COLOR=1", "never", false},
	} {
		line := "check"
		if test.flag != "" {
			line += " --color " + test.flag
		}
		got := runWith(t, words(line), environment{dir: dir, terminal: test.terminal, variable: func(name string) string {
			for _, v := range words(test.variables) {
				if value, ok := strings.CutPrefix(v, name+"="); ok {
					return value
				}
			}
			return ""
		}})
		if strings.Contains(got.stdout, "\x1b[") != test.want {
			t.Errorf("%s: got %q", test.name, got.stdout)
		}
		if plain := runIn(t, dir, words("check")); stripped(got.stdout) != plain.stdout {
			t.Errorf("%s: without colours it is not the plain text:\n%q\n%q", test.name, stripped(got.stdout), plain.stdout)
		}
	}
}

// All commands with colors have the flag, files have no colors, and a fixed text keeps its own.
func TestColourFlag(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, "-- main.pp --\na = nope\n"))
	for _, line := range []string{"check", "check --format grouped", "check --statistics", "rules", "explain", "explain unused.local", "report merge all"} {
		runIn(t, dir, words("check --format record=all --color always"))
		if got := runIn(t, dir, words(line+" --color always")); !strings.Contains(got.stdout, "\x1b[") {
			t.Errorf("%s: no colours in %+v", line, got)
		}
	}
	got := runIn(t, dir, words("check --color always --format text=to"))
	if text, err := os.ReadFile(filepath.Join(dir, "to")); err != nil || strings.Contains(string(text), "\x1b") || got.stdout != "" {
		t.Errorf("got %+v, %v, %q", got, err, text)
	}
	if got := runStdin(t, dir, "a = nope\n", "check --fix --color always - --stdin-filename main.pp"); got.stdout != "a = nope\n" || !strings.Contains(got.stderr, "\x1b[") {
		t.Errorf("got %+v", got)
	}
	if got := runIn(t, dir, words("check --color alwys")); got.code != exitUsage || !strings.Contains(got.stderr, "did you mean always?") {
		t.Errorf("got %+v", got)
	}
}

// stripped is a text without escape sequences.
func stripped(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "\x1b[") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "m")
		}
		b.WriteString(part)
	}
	return b.String()
}
