package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// This file keeps docs/compatibility.md true: what the program works with, and what it leaves on a machine.

// TestSupportMatrix: the versions in the tables are those that are built and driven.
func TestSupportMatrix(t *testing.T) {
	t.Parallel()
	document := packaged(t, "docs/compatibility.md")
	submatch := func(file, pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(packaged(t, file))
		if m == nil {
			t.Fatalf("%s has no %s", file, pattern)
		}
		return m[1]
	}
	for want, from := range map[string]string{
		"code-server " + submatch(".ci/e2e/vscode", `(?m)^version=(\S+)$`):                            ".ci/e2e/vscode",
		"VS Code " + submatch("editors/vscode/package.json", `"vscode": "\^(\d+\.\d+)`) + " or later": "editors/vscode/package.json",
		"Go " + submatch("go.mod", `(?m)^go (\d+\.\d+)`):                                              "go.mod",
		"Node " + submatch(".github/workflows/ci.yml", `node-version: (\d+)`):                         "the workflow",
	} {
		if !strings.Contains(document, want) {
			t.Errorf("docs/compatibility.md does not say %q, as %s does", want, from)
		}
	}
	for _, platform := range words(submatch("Makefile", `(?m)^VETTED = (.+)$`)) {
		system, machine, _ := strings.Cut(platform, "/")
		system = map[string]string{"linux": "Linux", "darwin": "macOS", "windows": "Windows"}[system]
		if !regexp.MustCompile(`(?m)^\| ` + system + ` on [a-z0-9 ]*` + machine).MatchString(document) {
			t.Errorf("there is no row for %s", platform)
		}
	}
	_, editors, _ := strings.Cut(document, "### Editors")
	editors, _, _ = strings.Cut(editors, "###")
	for _, client := range []string{"neovim", "emacs", "helix"} {
		for _, m := range regexp.MustCompile(`private_root [a-z-]+ (\w+)|\w+_of (\w+)\)`).FindAllStringSubmatch(packaged(t, ".ci/e2e/"+client), -1) {
			row := regexp.MustCompile(`(?mi)^\| ` + client + ` \|.*\b` + m[1] + m[2] + `\b`)
			if !row.MatchString(editors) {
				t.Errorf("the row of %s does not mention the release %s%s", client, m[1], m[2])
			}
		}
	}
}

// writers are the files of the source that create files or folders, with words of docs/compatibility.md about what they write, a line each.
var writers = map[string]string{
	"cmd/pcl-lsp/checking/baseline.go":  "`--write-baseline`",
	"cmd/pcl-lsp/checking/output.go":    "`--format NAME=FILE`\nsummary of the job",
	"cmd/pcl-lsp/config.go":             "`config init`",
	"cmd/pcl-lsp/convert.go":            "`convert --out`",
	"cmd/pcl-lsp/graph.go":              "`graph --out`",
	"cmd/pcl-lsp/manual.go":             "`man`",
	"cmd/pcl-lsp/recheck/memory.go":     "| `checks` |",
	"cmd/pcl-lsp/checking/rewrite.go":   "`docs --write`",
	"cmd/pcl-lsp/serve.go":              "| `documents` |\n`--log-file` and `--trace`",
	"workspace/fault/reports.go":        "| `bugs` |",
	"workspace/plugins/entry.go":        "| `plugins` |",
	"workspace/plugins/process.go":      "runs in an empty folder `.pcl-lsp-…`",
	"workspace/replace/private.go":      "folder in the cache",
	"workspace/replace/replace.go":      "`.pcl-lsp-…`",
	"workspace/replace/temporary.go":    "`.pcl-lsp-…`",
	"workspace/schemas/index_files.go":  "| `index` |",
	"editors/vscode/src/machine.ts":     "`globalStorage/pcl-lsp.pcl-lsp`",
	"editors/vscode/src/fetchSchema.ts": "`globalStorage/pcl-lsp.pcl-lsp`",
	"editors/vscode/src/importNow.ts":   "`pcl-import-…`",
	"editors/vscode/src/graphView.ts":   "", // where the user says, in a dialog
	"editors/web/site/client/themes.ts": "storage of the browser",
}

// creates are the functions that create something in the file system, by what they are selected from.
var creates = map[string][]string{
	"os":      {"WriteFile", "Create", "OpenFile", "Mkdir", "MkdirAll", "CreateTemp", "MkdirTemp", "Symlink", "Link", "CopyFS"},
	"replace": {"One", "Temporary", "TemporaryDir"},
}

// creatingScript finds the same in TypeScript.
var creatingScript = regexp.MustCompile(`\b(?:writeFile|appendFile|mkdir|mkdtemp|createWriteStream|createDirectory|globalState\.update|workspaceState\.update|localStorage\.setItem|copyFile)\(`)

// TestWhoWritesFiles: whatever creates files is known, and docs/compatibility.md says what it leaves.
func TestWhoWritesFiles(t *testing.T) {
	t.Parallel()
	document := packaged(t, "docs/compatibility.md")
	found := map[string]bool{}
	for _, top := range []string{"cmd", "lsp", "workspace", "analysis", "typesys", "editors/vscode/src", "editors/web/src", "editors/web/site/client"} {
		err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(top)), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, path)
			switch filepath.Ext(path) {
			case ".go":
				if createsFiles(t, path, text) {
					found[filepath.ToSlash(name)] = true
				}
			case ".ts":
				if creatingScript.Match(text) {
					found[filepath.ToSlash(name)] = true
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(writers)), slices.Sorted(maps.Keys(found))); diff != "" {
		t.Errorf("docs/compatibility.md has to say what these leave (-known +found):\n%s", diff)
	}
	for file, says := range writers {
		for words := range strings.SplitSeq(says, "\n") {
			if !strings.Contains(document, words) {
				t.Errorf("docs/compatibility.md does not have %q, about %s", words, file)
			}
		}
	}
}

// createsFiles reports whether a file calls, or passes on, a function that creates files.
func createsFiles(t *testing.T, path string, text []byte) (creating bool) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is {
			if from, is := s.X.(*ast.Ident); is && slices.Contains(creates[from.Name], s.Sel.Name) {
				creating = true
			}
		}
		return true
	})
	return creating
}

// TestWhatIsLeft: commands and the server leave nothing in the home of a user but the folders that docs/compatibility.md lists, and nothing in the
// programs and among temporary files.
func TestWhatIsLeft(t *testing.T) {
	t.Parallel()
	there, err := filepath.Abs(filepath.Join(root, "testdata/programs/webshop"))
	if err != nil {
		t.Fatal(err)
	}
	home, programs, temporary := t.TempDir(), t.TempDir(), t.TempDir()
	if err := os.CopyFS(programs, os.DirFS(there)); err != nil {
		t.Fatal(err)
	}
	putIn(t, programs, "more/main.pp", "resource a \"moon:index:Crater\" { depth = 1 }\n")
	putIn(t, programs, "schemas/moon-1.0.0.json", `{"name":"moon","version":"1.0.0","description":"`+strings.Repeat("long ", 300_000)+ // it is worth an index
		`","resources":{"moon:index:Crater":{"inputProperties":{"depth":{"type":"number"}}}}}`)
	before := allFiles(t, programs)
	text, err := os.ReadFile(filepath.Join(programs, "main.pp"))
	if err != nil {
		t.Fatal(err)
	}
	c := newConversation(t)
	type object = map[string]any
	uri := "file://" + filepath.ToSlash(filepath.Join(programs, "main.pp"))
	c.ask("initialize", object{"processId": nil, "rootUri": "file://" + filepath.ToSlash(programs), "capabilities": object{}})
	c.tell("initialized", object{})
	c.tell("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "pcl", "version": 1, "text": string(text)}})
	c.ask("textDocument/diagnostic", object{"textDocument": object{"uri": uri}})
	for line := range strings.Count(string(text), "\n") {
		c.ask("textDocument/definition", object{"textDocument": object{"uri": uri}, "position": object{"line": line, "character": 20}})
	}
	c.ask("shutdown", nil)
	c.tell("exit", nil)
	session := c.in.String()
	for _, line := range []string{"check", "check .", "fmt --check", "graph --format html", "plan", "query", "rules", "schema list", "bug-report", "query --all .", "upgrade cloudy", "version", "serve"} {
		cmd := exec.Command(os.Args[0], words(line)...)
		cmd.Dir = programs
		cmd.Stdin = strings.NewReader("")
		if line == "serve" {
			cmd.Stdin = strings.NewReader(session)
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		cmd.Env = []string{runAsProgram + "=1", "HOME=" + home, "LocalAppData=" + filepath.Join(home, "local"), "TMPDIR=" + temporary, "TMP=" + temporary, "PATH=" + os.Getenv("PATH"), "SystemRoot=" + os.Getenv("SystemRoot")}
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			t.Fatalf("%s: %v %s", line, err, stderr.String())
		}
		if strings.Contains(stderr.String(), "panic") {
			t.Errorf("%s: %s", line, stderr.String())
		}
	}
	if diff := cmp.Diff(before, allFiles(t, programs)); diff != "" {
		t.Errorf("the programs have changed:\n%s", diff)
	}
	if left := allFiles(t, temporary); len(left) > 0 {
		t.Errorf("temporary files are left: %v", left)
	}
	document, folders := packaged(t, "docs/compatibility.md"), map[string]bool{}
	for name := range allFiles(t, home) {
		_, below, in := strings.Cut(name, "/pcl-lsp/")
		folder, _, _ := strings.Cut(below, "/")
		if !in || !strings.Contains(document, "| `"+folder+"` |") {
			t.Errorf("%s is left in the home of the user", name)
		}
		folders[folder] = true
	}
	for _, folder := range []string{"index", "checks"} { // or the test has not looked where the files are
		if !folders[folder] {
			t.Errorf("nothing is in the folder %s, only in %v", folder, folders)
		}
	}
}

// allFiles are the files below a folder, with their texts.
func allFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path) // it is below
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
