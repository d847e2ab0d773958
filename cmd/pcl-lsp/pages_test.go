package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// The pages whose programs are checked, with at least how many they have.
var programPages = map[string]int{"from-terraform.md": 14, "from-pulumi-yaml.md": 14, "components.md": 5}

var (
	pageHeading = regexp.MustCompile(`(?m)^##+ (.*)\n`)
	pageProgram = regexp.MustCompile("(?ms)^```pcl(?: ignore)?\n(?:# (\\S+\\.pp)\n)?(.*?)^```\n")
)

// Programs of pages have no errors and no warnings. All programs below one heading are files of
// one directory: those that begin with a comment that names them, and main.pp.
func TestProgramsOfPages(t *testing.T) {
	t.Parallel()
	schemas, err := filepath.Abs(filepath.Join(root, "testdata/schemas"))
	if err != nil {
		t.Fatal(err)
	}
	for name, least := range programPages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join(root, "docs", name))
			if err != nil {
				t.Fatal(err)
			}
			programs := 0
			for title, archive := range programsOf(string(text)) {
				programs++
				t.Run(title, func(t *testing.T) {
					t.Parallel()
					dir := unpacked(t, fixture.LoadText(t, archive))
					if got := runIn(t, dir, []string{"check", "--schema", schemas, "--require-schemas", "--fail-on", "hint"}); got.code != 0 {
						t.Errorf("%s%s", got.stdout, got.stderr)
					}
					if got := runIn(t, dir, words("fmt --check --diff")); got.code != 0 {
						t.Errorf("not formatted:\n%s%s", got.stdout, got.stderr)
					}
				})
			}
			if programs < least {
				t.Errorf("%d programs, fewer than %d", programs, least)
			}
		})
	}
}

// Blocks of PCL in the documents have no errors, each by itself: those that are only a part of a program say so. Some name packages without a schema.
func TestBlocksOfDocuments(t *testing.T) {
	t.Parallel()
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	if got := runIn(t, dir, []string{"check", "--schema", "testdata/schemas", "--fail-on", "error", "docs"}); got.code != 0 {
		t.Errorf("%s%s", got.stdout, got.stderr)
	}
}

// programsOf returns the archive of each heading that has programs.
func programsOf(page string) map[string]string {
	all := map[string]string{}
	headings := pageHeading.FindAllStringSubmatchIndex(page, -1)
	for i, at := range headings {
		end := len(page)
		if i+1 < len(headings) {
			end = headings[i+1][0]
		}
		archive := &txtar.Archive{Comment: []byte("The programs of a page.\n")}
		for n, m := range pageProgram.FindAllStringSubmatch(page[at[1]:end], -1) {
			file := m[1]
			if file == "" {
				file = fmt.Sprintf("main%d.pp", n)
			}
			archive.Files = append(archive.Files, txtar.File{Name: file, Data: []byte(m[2])})
		}
		if len(archive.Files) > 0 {
			all[page[at[2]:at[3]]] = string(txtar.Format(archive))
		}
	}
	return all
}

// Pages show what the program prints for the commands in them: parts are left out at each "…".
func TestPagesShowRealOutput(t *testing.T) {
	t.Parallel()
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	captures := strings.Split(packaged(t, "docs/components.md"), "```\n$ pcl-lsp ")[1:]
	if len(captures) == 0 {
		t.Error("docs/components.md shows no command")
	}
	for _, capture := range captures {
		capture, _, _ = strings.Cut(capture, "\n```")
		command, shown, _ := strings.Cut(capture, "\n")
		showsOutput(t, command, shown, runIn(t, dir, words(command)).stdout)
	}
}

// showsOutput reports parts of a shown text that were not printed.
func showsOutput(t *testing.T, command, shown, printed string) {
	t.Helper()
	for _, part := range strings.Split(shown+"\n", "…\n") {
		if !strings.Contains(printed, strings.Trim(part, "\n")) {
			t.Errorf("a page shows what %s does not print:\n%s\nIt prints:\n%s", command, part, printed)
		}
	}
}

// pageCommands matches commands, and the output that a page shows for the last of them.
var pageCommands = regexp.MustCompile("(?s)```sh\n(.*?)```\n(?:(?:[^`\n]*\n)+\n?```\n(.*?)```\n)?")

// The commands of the page for beginners do what it says, in one shell after the other. The
// tested program stands in for the one that go builds. Editors are looked for in vain by most who
// test, so what stands in for them checks what they are given.
func TestGettingStarted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a shell")
	}
	checkout := beginnersCheckout(t)
	blocks := pageCommands.FindAllStringSubmatch(packaged(t, "docs/getting-started.md"), -1)
	if len(blocks) < 6 {
		t.Fatalf("%d blocks of commands", len(blocks))
	}
	home := t.TempDir()
	for _, block := range blocks {
		commands, shown := block[1], block[2]
		cmd := exec.Command("sh", "-c", "set -e\n"+commands)
		cmd.Dir = checkout
		cmd.Env = append(os.Environ(), "HOME="+home, "PATH="+filepath.Join(checkout, "stand-ins")+string(os.PathListSeparator)+os.Getenv("PATH"), "PULUMI_HOME=", "PCL_SCHEMA_PATH=", "GITHUB_ACTIONS=")
		printed, err := cmd.CombinedOutput()
		if shown != "" { // with findings, the status is not 0
			showsOutput(t, commands, shown, string(printed))
		} else if err != nil {
			t.Errorf("%s%v\n%s", commands, err, printed)
		}
	}
}

// beginnersCheckout returns a folder with what the page uses of a clone.
func beginnersCheckout(t *testing.T) string {
	t.Helper()
	checkout := filepath.Join(t.TempDir(), "clone")
	for _, dir := range []string{"testdata/programs/webshop", "testdata/schemas", "editors/neovim", "editors/vim", "editors/tree-sitter/queries"} {
		if err := os.CopyFS(filepath.Join(checkout, dir), os.DirFS(filepath.Join(root, dir))); err != nil {
			t.Fatal(err)
		}
	}
	program, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^vscode:`).MatchString(packaged(t, "Makefile")) {
		t.Error("there is no `make vscode`")
	}
	for name, script := range map[string]string{
		"go": "[ \"$*\" = 'build -o bin/pcl-lsp ./cmd/pcl-lsp' ]\nmkdir -p bin\n" +
			"printf '#!/bin/sh\\nexport " + runAsProgram + "=1\\nexec " + program + " \"$@\"\\n' > bin/pcl-lsp\nchmod +x bin/pcl-lsp",
		"make": "[ \"$*\" = vscode ]",
		"code": "[ -f \"$1/main.pp\" ]",
		"nvim": "[ -f \"$1\" ]\npcl-lsp version\n[ -f ~/.local/share/nvim/site/pack/pcl/start/pcl/lsp/pcl_lsp.lua ]",
	} {
		path := filepath.Join(checkout, "stand-ins", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\nset -e\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return checkout
}

// Rule files of pages, which begin with a comment that names them, pass their own tests.
func TestRulesOfPages(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs/components.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "```hcl\n# components.pcl-rules.hcl\n")
	rules, _, _ := strings.Cut(rest, "```\n")
	dir := unpacked(t, fixture.LoadText(t, "Rules of a page.\n-- components.pcl-rules.hcl --\n"+rules))
	if got := runIn(t, dir, words("rules test")); !found || got.code != 0 {
		t.Errorf("got %+v", got)
	}
}
