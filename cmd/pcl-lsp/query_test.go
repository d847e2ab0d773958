package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

const hoveredProgram = "# Where it runs.\nconfig région string { default = \"é\" }\noutput o { value = région }\n"

func hovered(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte(hoveredProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A place has a hover in each form, or none; what is no place is told.
func TestQueryPosition(t *testing.T) {
	t.Parallel()
	dir := hovered(t)
	for _, c := range []struct {
		line, stdout, stderr string
		code                 int
	}{
		{"query main.pp:3:20", "région", "", 0},
		{"query --format markdown main.pp:3:20", "```pcl", "", 0},
		{"query main.pp:1:1", "", "", 0},
		{"query main.pp:9:1", "", "main.pp has only 4 lines, not 9", 2},
		{"query main.pp:3", "", `"main.pp:3" is not a position; write FILE:LINE:COLUMN`, 2},
		{"query main.pp:0:1", "", "is not a position", 2},
		{"query gone.pp:1:1", "", "gone.pp is not a readable PCL file", 2},
		{"query --name o main.pp:3:20", "", "--name lists declarations", 2},
		{"query a b", "", "name one path or position", 2},
		{"hover", "", "write pcl-lsp hover FILE:LINE:COLUMN", 2},
		{"hover --format markdown main.pp:3:20", "```pcl", "", 0},
		{"query --format html main.pp:3:20", "", "unknown format", 2},
	} {
		got := runIn(t, dir, words(c.line))
		if got.code != c.code || !strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) || c.stdout == "" && got.stdout != "" {
			t.Errorf("%s: %+v", c.line, got)
		}
	}
	type position struct{ Line, Column int }
	type span struct{ Start, End position }
	var document struct {
		File, Text, Markdown string
		Range                span
	}
	got := runIn(t, dir, words("query --format json main.pp:3:22"))
	if err := json.Unmarshal([]byte(got.stdout), &document); err != nil {
		t.Fatal(err)
	}
	want := span{position{3, 20}, position{3, 26}}
	if document.File != "main.pp" || document.Range != want || document.Text == "" || document.Markdown == "" {
		t.Errorf("got %+v", document)
	}
}

// Declarations are listed in the order of the source, or by how well they match a name. Those left out are counted.
func TestQueryDeclarations(t *testing.T) {
	t.Parallel()
	dir := hovered(t)
	for _, c := range []struct {
		args           []string
		stdout, stderr string
		code           int
	}{
		{words("query --name rég"), "main.pp:2:8: config région\n", "", 0},
		{words("query"), "main.pp:2:8: config région\nmain.pp:3:8: output o\n", "", 0},
		{words("query --name o"), "main.pp:3:8: output o\nmain.pp:2:8: config région\n", "", 0},
		{words("query --most 1"), "main.pp:2:8: config région\n", "1 more declaration not listed; use --most", 0},
		{words("query --all --name o"), "", "without a position and --name", 2},
		{words("query --all main.pp:3:20"), "", "without a position and --name", 2},
		{words("query --name zzz ."), "", "", 0},
		{words("query --name a gone"), "", "gone", 2},
		{words("query --most 0"), "", "use at least 1", 2},
		{words("query --format markdown"), "", "works only with a position", 2},
		{words("query --format json --name o"), `"kind": "output"`, "", 0},
		{words("symbols rég"), "main.pp:2:8: config région\n", "", 0},
		{[]string{"symbols", "", "."}, "main.pp:2:8: config région\nmain.pp:3:8: output o\n", "", 0},
		{words("symbols zzz"), "", "", 0},
		{words("symbols a b c"), "", "write pcl-lsp symbols [QUERY] [PATH]", 2},
		{words("symbols a gone"), "", "gone", 2},
		{words("symbols --most 0 a"), "", "use at least 1", 2},
		{words("symbols --format json o"), `"kind": "output"`, "", 0},
	} {
		got := runIn(t, dir, c.args)
		if got.code != c.code || !strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) || c.stdout == "" && got.stdout != "" {
			t.Errorf("%q: %+v", c.args, got)
		}
	}
}

// The help of every command shows an example of it.
func TestEveryCommandHasAnExample(t *testing.T) {
	t.Parallel()
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		if !cmd.HasSubCommands() && !strings.Contains(cmd.Example, cmd.CommandPath()) {
			t.Errorf("`%s --help` shows no example", cmd.CommandPath())
		}
		for _, inner := range cmd.Commands() {
			visit(inner)
		}
	}
	visit((&app{env: environment{variable: func(string) string { return "" }}}).root())
}
