package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

//go:generate go test . -run TestCommandsDocument -update

const commandsDocument = "../../docs/cli.md"

// Every command has an example that begins with it, and says what it is for.
func TestCommandsHaveExamples(t *testing.T) {
	t.Parallel()
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		switch {
		case cmd.Short == "":
			t.Errorf("%s does not say what it does", cmd.CommandPath())
		case cmd.Parent() != nil && !strings.Contains(cmd.Example, cmd.CommandPath()):
			t.Errorf("%s has no example of itself", cmd.CommandPath())
		}
	})
}

func newRoot() *cobra.Command {
	a := &app{stdin: strings.NewReader(""), stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}, env: environment{variable: func(string) string { return "" }}}
	return a.root()
}

func eachCommand(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, inner := range cmd.Commands() {
		if inner.IsAvailableCommand() {
			eachCommand(inner, visit)
		}
	}
}

// docs/cli.md is what the commands say of themselves.
func TestCommandsDocument(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("<!-- Written from the declarations in cmd/pcl-lsp; go generate ./cmd/pcl-lsp writes it again. -->\n\n# Commands\n")
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		b.WriteString("\n## " + cmd.CommandPath() + "\n\n" + cmd.Short + ".\n\n```\n" + strings.TrimSpace(helpOf(t, cmd)) + "\n```\n")
	})
	want := b.String()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(commandsDocument, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(commandsDocument)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/cli.md is stale, go generate ./cmd/pcl-lsp writes it (-commands +document):\n%s", diff)
	}
}

func helpOf(t *testing.T, cmd *cobra.Command) string {
	t.Helper()
	args := strings.Fields(cmd.CommandPath())[1:]
	got := runIn(t, ".", append(args, "--help"))
	if got.code != exitClean {
		t.Errorf("%s --help: %+v", cmd.CommandPath(), got)
	}
	return got.stdout
}

func TestManualPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if got := runIn(t, dir, words("man pages")); got.code != exitClean || got.stdout+got.stderr != "" {
		t.Fatalf("got %+v", got)
	}
	eachCommand(newRoot(), func(cmd *cobra.Command) {
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		page, err := os.ReadFile(filepath.Join(dir, "pages", name))
		if err != nil {
			t.Error(err)
			return
		}
		if !bytes.Contains(page, []byte(".SH SYNOPSIS")) || cmd.Parent() != nil && !bytes.Contains(page, []byte(".SH EXAMPLE")) {
			t.Errorf("%s has no synopsis, or no example:\n%.300s", name, page)
		}
	})
}

// TestManualDate: the month does not depend on where the pages are written.
func TestManualDate(t *testing.T) {
	local := time.Local
	defer func() { time.Local = local }()
	for _, hours := range []int{-11, 0, 14} {
		time.Local = time.FixedZone("here", hours*3600)
		for at, want := range map[string]string{"1764547199": "Nov 2025", "1764547200": "Dec 2025"} {
			dir := t.TempDir()
			env := environment{dir: dir, variable: func(name string) string { return map[string]string{"SOURCE_DATE_EPOCH": at}[name] }}
			if got := runWith(t, words("man ."), env); got.code != exitClean {
				t.Fatalf("got %+v", got)
			}
			if page, err := os.ReadFile(filepath.Join(dir, "pcl-lsp.1")); err != nil || !strings.Contains(string(page), `"`+want+`"`) {
				t.Errorf("%d hours from UTC, at %s: the date is not %s: %v\n%.200s", hours, at, want, err, page)
			}
		}
	}
}

// The scripts are such that the shells take them, and complete codes and formats.
func TestShellCompletion(t *testing.T) {
	t.Parallel()
	for _, shell := range shells {
		got := runIn(t, ".", words("completion "+shell))
		if got.code != exitClean || !strings.Contains(got.stdout, "pcl-lsp") {
			t.Errorf("%s: %d, %.200s", shell, got.code, got.stdout)
		}
		if path, err := exec.LookPath(shell); err == nil && shell != "powershell" {
			cmd := exec.Command(path, "-n")
			cmd.Stdin = strings.NewReader(got.stdout)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s does not take its script: %v\n%s", shell, err, out)
			}
		}
	}
	for line, want := range map[string]string{
		"__complete check --format sa": "sarif\t", "__complete explain attr.unk": "attr.unknown", "__complete check --fail-on h": "hint", "__complete completion z": "zsh",
	} {
		if got := runIn(t, ".", words(line)); !strings.Contains(got.stdout, want) {
			t.Errorf("%s: got %+v, want %s", line, got, want)
		}
	}
	for line, want := range map[string]string{"completion": "name a shell", "completion bosh": "did you mean bash?", "man": "pcl-lsp man DIR"} {
		if got := runIn(t, ".", words(line)); got.code != exitUsage || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: got %+v, want %s", line, got, want)
		}
	}
}
