package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestNames: what a change does to names has the expected bytes in the formats, and shows no value. The
// fix of the first finding leads to a program without it.
func TestNames(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/urns", func(t *testing.T, f *fixture.Fixture) {
		dir := unpacked(t, f)
		line := "check --urns-from before after"
		if _, err := os.Stat(filepath.Join(dir, "state.json")); err == nil {
			line = "check --urns-from state.json ."
		}
		for _, format := range []string{"text", "json", "markdown", "sarif", "github", "junit"} {
			got := runIn(t, dir, words(line+" --format "+format))
			if got.code != exitFindings || strings.Contains(got.stdout, "s3cret") || strings.Contains(got.stderr, "s3cret") {
				t.Errorf("%s: got %d %s", format, got.code, got.stderr)
			}
			f.Golden(t, format, strings.ReplaceAll(strings.ReplaceAll(got.stdout, dir, "DIR"), process.Build().Version, "VERSION"))
		}
		fixed := runIn(t, dir, words(line+" --fix=all --diff"))
		f.Golden(t, "fixed", fixed.stdout)
		if got := runIn(t, dir, words(line+" --fix=all")); strings.Contains(got.stdout, "looks like a rename") {
			t.Errorf("after the fixes:\n%s", got.stdout)
		}
	})
}

// TestNamesExamples: the bad example of each code has one finding compared with what is in its folder
// before, that of the code; the good example has none.
func TestNamesExamples(t *testing.T) {
	t.Parallel()
	schemas := filepath.Join(analysistest.Repository(t), "testdata", "schemas")
	for _, d := range codes.All() {
		if !d.Code.Matches(checking.ComparedCodes) {
			continue
		}
		text := d.Code.Text()
		for example, want := range map[string]string{text.Bad: string(d.Code), text.Good: ""} {
			dir := t.TempDir()
			for _, file := range txtar.Parse([]byte(example)).Files {
				write(t, dir, file.Name, string(file.Data))
			}
			got := runIn(t, dir, []string{"check", "--schema", schemas, "--format", "json", "--urns-from", "before", "main.pp"})
			var doc struct {
				Findings []struct{ Code, Severity string }
			}
			if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
				t.Fatal(err, got.stderr)
			}
			var found []string
			for _, f := range doc.Findings {
				found = append(found, f.Code)
				if f.Severity != d.Severity.String() {
					t.Errorf("%s: got severity %s", d.Code, f.Severity)
				}
			}
			if strings.Join(found, " ") != want {
				t.Errorf("%s: got %v, want %q for\n%s", d.Code, found, want, example)
			}
		}
	}
}

const zoo = "resource pond \"kit:index:Name\" {\n  words = 2\n}\n\nresource lion \"kit:index:Name\" {\n  words = 3\n}\n"

// zooIn is a repository with a program in a folder.
func zooIn(t *testing.T, more map[string]string) string {
	t.Helper()
	schema, err := os.ReadFile(filepath.Join(analysistest.Repository(t), "testdata", "schemas", "kit-2.0.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"infra/Pulumi.yaml": "name: zoo\nruntime: pcl\n", "infra/main.pp": zoo, ".gitignore": "schemas\n"}
	for name, text := range more {
		files[name] = text
	}
	dir := repository(t, files)
	write(t, dir, "schemas/kit-2.0.0.json", string(schema)) // is not in the repository
	return dir
}

// TestNamesFromRevision: the old side may be a revision of git, with files and folders that are gone. It
// is compared from any directory.
func TestNamesFromRevision(t *testing.T) {
	t.Parallel()
	dir := zooIn(t, map[string]string{"infra/den/main.pp": "resource cub \"kit:index:Name\" {\n  words = 9\n}\n", "infra/more.pp": "component den \"./den\" {}\n"})
	gitIn(t, dir, "tag", "old")
	renamed := strings.Replace(zoo, "resource pond", "resource lake", 1)
	runSteps(t, dir, []step{
		{line: "check --urns-from HEAD infra", stdout: "names in infra compared with HEAD: nothing is replaced or deleted, 4 kept\n\nno findings in 3 files\n"},
		{line: "check --urns-from HEAD --format concise infra"},
		{name: "infra/main.pp", text: renamed, line: "check --urns-from HEAD --format concise infra", code: 1, stdout: "infra/main.pp:1:10: error: `lake` looks like a rename of `pond`; "},
		{line: "check --urns-from HEAD --format concise --allow pond infra"},
		{line: "check --urns-from HEAD --format concise --allow lake infra"},
		{line: "check --urns-from HEAD --format concise --new-from-rev old infra", code: 1, stdout: "[urns.replaced]"},
		{line: "check --urns-from HEAD --format concise --rule urns.replaced=warning infra", stdout: "main.pp:1:10: warning"},
		{line: "check --urns-from HEAD --format concise --rule urns.*=off infra"},
		{name: "infra/.pcl-lsp.yaml", text: "exclude: [main.pp]\n", line: "check --urns-from HEAD --format concise infra"},
		{name: "infra/.pcl-lsp.yaml", text: "", line: "check --urns-from HEAD --quiet infra", code: 1, stdout: "= fix: Keep the resource with an alias\n"},
		{name: "infra/main.pp", text: "# pcl-lsp:ignore urns.replaced -- it has no data\n" + renamed, line: "check --urns-from HEAD --format concise infra"},
		{line: "check --format concise infra"},
		{name: "infra/main.pp", text: renamed, line: "check --urns-from HEAD --fix infra", code: 1, stdout: "[urns.replaced]"},
		{line: "check --urns-from HEAD --fix=all infra", stdout: "1 kept by alias", stderr: "fixed 1 finding in infra/main.pp: urns.replaced (1)"},
		{line: "check --urns-from HEAD infra", stdout: "pond → lake"},
	})
	commit(t, dir)
	if err := os.RemoveAll(filepath.Join(dir, "infra", "den")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "infra", "more.pp")); err != nil {
		t.Fatal(err)
	}
	runSteps(t, dir, []step{
		{line: "check --urns-from old infra", stdout: "compared with old: 2 deleted, 1 kept by alias, 1 kept"},
		{name: "infra/added.pp", text: "resource new \"kit:index:Name\" {\n  words = 5\n}\n", line: "check --urns-from old... infra", stdout: "created        new  kit:index:Name  (infra/added.pp:1)"},
		{line: "check --urns-from HEAD~1 infra/main.pp", stdout: "compared with HEAD~1: "},
	})
	for _, below := range []string{"infra", "schemas"} {
		if got := runIn(t, filepath.Join(dir, below), words("check --urns-from old ../infra")); got.code != exitClean || !strings.Contains(got.stdout, ": 2 deleted, 1 kept by alias, 1 created, 1 kept\n") {
			t.Errorf("in %s: %+v", below, got)
		}
	}
}

// TestNamesOfRoots: only programs that are run by themselves are compared, each with that at the same place.
func TestNamesOfRoots(t *testing.T) {
	t.Parallel()
	dir := zooIn(t, map[string]string{
		"app/main.pp": "component part \"../part\" {}\n", "part/main.pp": "resource cub \"kit:index:Name\" {\n  words = 4\n}\n",
		"infra/lib/main.pp": "resource no \"kit:index:Name\" {\n  words = 4\n}\n",
	})
	other := t.TempDir()
	if err := os.CopyFS(other, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "part/main.pp", "resource whelp \"kit:index:Name\" {\n  words = 4\n}\n")
	want := []string{"names in app compared with OTHER: 1 replaced, 1 kept\n", "names in infra compared with OTHER: nothing is replaced or deleted, 2 kept\n", "app/main.pp:1:11: error[urns.replaced]: `part-whelp` looks like a rename of `part-cub`; "}
	for line, parts := range map[string][]string{
		"check --urns-from OTHER": want, "check --urns-from OTHER infra app": want, "check --urns-from OTHER/app app": {want[0][:13]},
		"check --urns-from HEAD": {"names in app compared with HEAD: 1 replaced, 1 kept\n"},
	} {
		got := runIn(t, dir, words(strings.ReplaceAll(line, "OTHER", other)))
		for _, part := range parts {
			if !strings.Contains(got.stdout, strings.ReplaceAll(part, "OTHER", other)) {
				t.Errorf("%s: no %q in\n%s%s", line, part, got.stdout, got.stderr)
			}
		}
		if strings.Contains(got.stdout, "names in part") || strings.Contains(got.stdout, "names in infra/lib") {
			t.Errorf("%s: a component is compared by itself:\n%s", line, got.stdout)
		}
	}
	fixed := runIn(t, dir, words("check --urns-from HEAD --fix=all"))
	if text, err := os.ReadFile(filepath.Join(dir, "part", "main.pp")); err != nil || !strings.Contains(string(text), `aliases = [{ name = "part-cub" }]`) {
		t.Errorf("the component is not fixed (%v): %s\n%+v", err, text, fixed)
	}
}

// TestNamesRefuses: what cannot be compared is said in words.
func TestNamesRefuses(t *testing.T) {
	t.Parallel()
	dir := zooIn(t, nil)
	for name, text := range map[string]string{
		"broken.json": "{", "other.json": `{"version":3,"deployment":{"manifest":{},"resources":[{"urn":"urn:pulumi:dev::yards::pulumi:pulumi:Stack::yards-dev","type":"pulumi:pulumi:Stack"}]}}`,
	} {
		write(t, dir, name, text)
	}
	for line, want := range map[string]string{
		"check --urns-from nowhere.json infra": "cannot read the state from nowhere.json: no such file",
		"check --urns-from broken.json infra":  "cannot read the state from broken.json: ",
		"check --urns-from other.json infra":   "the state is of project yards, but the program belongs to project zoo",
		"check --urns-from nowhere infra":      "it is no directory and no file ending in .json, and as a revision: there is no revision nowhere here",
		"check --urns-from schemas infra":      "--urns-from schemas: the directory has none of the programs that are checked; name another checkout of infra",
		"check --allow a infra":                "--allow works only with --urns-from",
	} {
		got := runIn(t, dir, words(line))
		if got.code != exitUsage || got.stdout != "" || !strings.Contains(got.stderr, want) {
			t.Errorf("pcl-lsp %s: got %d %s\n%s", line, got.code, got.stdout, got.stderr)
		}
	}
	write(t, dir, "infra/Pulumi.yaml", "name: park\nruntime: pcl\n")
	if got := runIn(t, dir, words("check --urns-from HEAD infra")); got.code != exitUnchecked || !strings.Contains(got.stderr, "the project of infra was zoo and is park now") {
		t.Errorf("%+v", got)
	}
}

// TestNamesMerge: names survive in records.
func TestNamesMerge(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.Load(t, root+"/testdata/urns/changes.txtar"))
	runIn(t, dir, words("check --urns-from before --format record=all.record after"))
	for _, f := range report.Formats() {
		if f.Records {
			continue
		}
		direct := runIn(t, dir, words("check --urns-from before --format "+f.Name+" after"))
		merged := runIn(t, dir, words("report merge --format "+f.Name+" all.record"))
		if direct.stdout != merged.stdout || direct.code != merged.code {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, merged.stdout, direct.stdout)
		}
	}
	if !slices.ContainsFunc(report.Formats(), func(f report.Format) bool { return f.Name == "markdown" }) {
		t.Error("there is no format markdown")
	}
}
