package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/leak"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// root is the top of the repository, seen from this package.
const root = "../.."

// runAsProgram is the variable that makes the test executable run as pcl-lsp, for tests
// that need a process.
const runAsProgram = "PCL_LSP_TEST_RUN_AS_PROGRAM"

// enterFaults asks the test about every call that concerns files, where that is possible.
var enterFaults = func() {}

func TestMain(m *testing.M) {
	if os.Getenv(runAsProgram) != "" {
		enterFaults()
		main()
		return
	}
	os.Exit(m.Run())
}

// outcome is what a command line did.
type outcome struct {
	code           int
	stdout, stderr string
}

// runIn carries out a command line in a directory, without a Pulumi home and
// without variables but those given as NAME=VALUE.
func runIn(t *testing.T, dir string, args []string, variables ...string) outcome {
	t.Helper()
	return runWith(t, args, environment{dir: dir, variable: func(name string) string {
		for _, v := range variables {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	}})
}

func runWith(t *testing.T, args []string, env environment) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr, env)
	keepsSecrets(t, strings.Join(args, " "), leak.InOutput, stdout.Bytes(), stderr.Bytes())
	return outcome{code, stdout.String(), stderr.String()}
}

// keepsSecrets looks for secrets in everything that a command or the server prints.
func keepsSecrets(t *testing.T, what string, find func([]byte) string, printed ...[]byte) {
	t.Helper()
	for _, text := range printed {
		if found := find(text); found != "" {
			t.Errorf("%s prints a secret: %s", what, found)
		}
	}
}

// words splits a command line at blanks.
func words(line string) []string { return strings.Fields(line) }

// unpacked is a fixture written to a new directory.
func unpacked(t *testing.T, f *fixture.Fixture) string {
	t.Helper()
	dir := t.TempDir()
	f.WriteTo(t, dir)
	return dir
}

// Reports have the expected bytes, the same ones on every run.
func TestReports(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/report", func(t *testing.T, f *fixture.Fixture) {
		dir := unpacked(t, f)
		for _, form := range []string{"text", "json"} {
			args := words("check --format " + form)
			first := runIn(t, dir, args, "PULUMI_HOME=/home")
			if again := runIn(t, dir, args, "PULUMI_HOME=/home"); again != first {
				t.Errorf("%s: two runs differ:\n%s", form, cmp.Diff(first.stdout, again.stdout))
			}
			if first.stderr != "" {
				t.Errorf("%s: standard error: %s", form, first.stderr)
			}
			f.Golden(t, form, strings.ReplaceAll(first.stdout, dir, "DIR"))
		}
	})
}

// checkedRange mirrors the documented form.
type checkedRange struct {
	Start, End struct{ Line, Column, Byte int }
}

// checkedDocument mirrors what check --format json is documented to print.
type checkedDocument struct {
	Version  int
	Findings []struct {
		Code, Severity, Message, File string
		Range                         checkedRange
		Related                       []struct {
			Message, File string
			Range         checkedRange
		}
	}
	Summary struct{ Errors, Warnings, Files, FilesChecked, Programs int }
}

// What check prints is what a snapshot says of the same files.
func TestCheckAgreesWithWorkspace(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/check", func(t *testing.T, f *fixture.Fixture) {
		command := words("check --format json --mode " + analysistest.ModeText(f.Archive))
		if stack := f.Session.Snapshot().Stack(); stack != "" {
			command = append(command, "--stack", stack)
		}
		got := runIn(t, unpacked(t, f), command)
		var doc checkedDocument
		if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
			t.Fatalf("%v in %s%s", err, got.stdout, got.stderr)
		}
		want := diagnosed(t, f)
		for _, found := range doc.Findings {
			d := analysis.Diagnostic{
				Path: found.File, Span: found.Range.span(), Code: codes.Code(found.Code),
				Severity: severityNamed(t, found.Severity), Message: found.Message,
			}
			for _, r := range found.Related {
				d.Related = append(d.Related, analysis.Related{Path: r.File, Span: r.Range.span(), Message: r.Message})
			}
			line := describe(f, d)
			if want[line] == 0 {
				t.Errorf("check alone says %s", line)
			}
			want[line]--
			checkPositions(t, f, found.File, found.Range)
		}
		for line, n := range want {
			if n > 0 {
				t.Errorf("the workspace alone says %s", line)
			}
		}
		wantCode := exitClean
		if doc.Summary.Errors > 0 {
			wantCode = exitFindings
		}
		if got.code != wantCode || doc.Version != 1 || doc.Summary.Programs != len(f.Programs(t)) {
			t.Errorf("got exit code %d, version %d and summary %+v", got.code, doc.Version, doc.Summary)
		}
	})
}

// diagnosed counts the findings of all programs of a fixture, by description.
func diagnosed(t *testing.T, f *fixture.Fixture) map[string]int {
	t.Helper()
	lines := map[string]int{}
	for _, d := range f.Findings(t) {
		lines[describe(f, d)]++
	}
	return lines
}

func describe(f *fixture.Fixture, d analysis.Diagnostic) string {
	absolute := func(p string) string {
		if !strings.HasPrefix(p, fixture.Root) {
			return fixture.Root + "/" + p
		}
		return p
	}
	d.Path = absolute(d.Path)
	var related []analysis.Related
	for _, r := range d.Related {
		r.Path = absolute(r.Path)
		related = append(related, r)
	}
	d.Related = related
	return f.Describe([]analysis.Diagnostic{d})
}

func (r checkedRange) span() syntax.Span { return syntax.Span{Start: r.Start.Byte, End: r.End.Byte} }

// checkPositions compares lines and columns with the byte offsets.
func checkPositions(t *testing.T, f *fixture.Fixture, file string, r checkedRange) {
	t.Helper()
	text := f.Files[fixture.Root+"/"+file]
	before := text[:r.Start.Byte]
	line := strings.Count(before, "\n") + 1
	column := len([]rune(before[strings.LastIndex(before, "\n")+1:])) + 1
	if r.Start.Line != line || r.Start.Column != column {
		t.Errorf("%s: byte %d is at %d:%d, reported as %d:%d", file, r.Start.Byte, line, column, r.Start.Line, r.Start.Column)
	}
}

func severityNamed(t *testing.T, name string) codes.Severity {
	t.Helper()
	for s := codes.Error; s <= codes.Hint; s++ {
		if s.String() == name {
			return s
		}
	}
	t.Fatalf("no severity %q", name)
	return 0
}

// Exit codes and messages. A message says what, where and what to do.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, `schemas: zoo
-- good/main.pp --
resource a "zoo:index:Empty" {
}
-- bad/main.pp --
a = nope
-- bad/other.pp --
output b {
  value = a
}
-- warned/main.pp --
resource a "nowhere:index:A" {
}
-- puppet/site.pp --
include foo
-- text/readme.txt --
-- project/Pulumi.yaml --
runtime: pcl
main: nowhere
-- project/main.pp --
-- own/zoo.json --
{"name":"zoo","version":"9.0.0","resources":{}}
-- team/.pcl-lsp.yaml --
rules:
  name.*: warning
-- team/main.pp --
output a {
  value = nope
}
-- unusable/.pcl-lsp.yaml --
# what we decided
rule:
  name.*: warning
-- unusable/main.pp --
a = nope
`))
	home := filepath.Join(dir, "home")
	for _, test := range []struct {
		line           string
		code           int
		stdout, stderr string
	}{
		{"check good", 0, "no findings in 1 file\n", ""},
		{"check bad", 1, "bad/main.pp:1:5: error[name.undefined]: `nope` is not declared\n 1 | a = nope\n   |     ^^^^\n   = fix: Declare config `nope`\n\n1 error in 1 file (2 files checked)\n", ""},
		{"check good bad warned project", 3, "1 error, 1 warning in 2 files (5 files checked)\n", "not checked: project/Pulumi.yaml"},
		{"check good bad/main.pp", 1, "1 error in 1 file (2 files checked)\n", ""},
		{"check bad/other.pp", 0, "no findings in 1 file\n", ""},
		{"check warned", 0, "warning[package.unknown]", ""},
		{"check --require-schemas warned", 3, "warning[package.unknown]", "package nowhere has no usable schema: no schema of nowhere in "},
		{"check --require-schemas good", 0, "no findings", ""},
		{"check project", 3, "no findings in 1 file\n", "not checked: project/Pulumi.yaml: `main: nowhere` names no directory with a PCL program"},
		{"check nowhere", 2, "", "cannot read nowhere: "},
		{"check good nowhere", 2, "", "cannot read nowhere: "},
		{"check text", 2, "", "no PCL program at or below text"},
		{"check text/readme.txt", 2, "", "text/readme.txt is not a .pp or .pcl file; name a directory or such a file"},
		{"check puppet/site.pp", 2, "", "puppet/site.pp does not look like PCL"},
		{"check --format jsn good", 2, "", `unknown format "jsn"; did you mean json?`},
		{"check --shema x good", 2, "", "unknown flag: --shema; did you mean --schema?; see `pcl-lsp check --help`"},
		{"check --schema", 2, "", "flag needs an argument: --schema; see `pcl-lsp check --help`"},
		{"check --schema nowhere good", 2, "", "--schema nowhere: no such file or folder"},
		{"check --schema own good", 1, "(zoo 9.0.0)", ""},
		{"check --schema own/zoo.json --schema schemas good", 1, "(zoo 9.0.0)", ""},
		{"check team", 0, "1 warning in 1 file", ""},
		{"check --rule name.undefined=error team", 1, "1 error in 1 file", ""},
		{"check --rule name.*=off --rule name.undefined=hint bad", 0, "hint[name.undefined]", ""},
		{"check --rule name.*=off bad", 0, "no findings in 2 files", ""},
		{"check --rule name.undefind=off bad", 2, "", "--rule name.undefind=off: there is no code \"name.undefind\"; did you mean name.undefined?"},
		{"check --rule name.*=fatal bad", 2, "", "--rule name.*=fatal: unknown severity \"fatal\""},
		{"check --rule name.* bad", 2, "", "--rule name.*: write CODE=SEVERITY"},
		{"check good unusable", 2, "", "unusable/.pcl-lsp.yaml:2:1: there is no setting `rule`; did you mean `rules`?"},
		{"chek good", 2, "", `unknown command "chek"; did you mean check?`},
		{"lint", 2, "", `unknown command "lint"; choose one of bug-report, check, completion, config, convert, docs, explain, fmt, graph, man, mcp, plan, query, report, rules, schema, serve, upgrade, version`},
		{"serve now", 2, "", "now"},
		{"dump", 2, "", "pcl-lsp dump DIR"},
		{"query --all puppet", 2, "", "no PCL program in puppet"},
		{"query --all bad", 0, `"code": "name.undefined"`, ""},
		{"query --all good", 0, `"token": "zoo::Empty"`, ""},
		{"dump puppet", 2, "", "no PCL program in puppet"},
		{"dump nowhere", 2, "", "no PCL program in nowhere"},
		{"dump bad", 0, `"code": "name.undefined"`, ""},
		{"dump good", 0, `"token": "zoo::Empty"`, ""},
		{"graph a b", 2, "", "name the directory of one program: pcl-lsp graph DIR"},
		{"graph puppet", 2, "", "no PCL program in puppet: it contains no readable .pp file that is PCL; name the directory"},
		{"graph nowhere", 2, "", "no PCL program in nowhere"},
		{"graph --format mermiad good", 2, "", `unknown format "mermiad"; did you mean mermaid?; choose one of text, mermaid, json, html`},
		{"graph --format dot good", 2, "", `unknown format "dot"; use mermaid in place of Graphviz`},
		{"graph --format svg good", 2, "", `unknown format "svg"; use html, a page that saves its drawing as SVG, or mermaid, which mmdc renders as SVG`},
		{"graph --configs usd good", 2, "", `unknown choice of configs "usd"; did you mean used?; choose one of used, all, none`},
		{"graph --out no/where.html good", 2, "", "cannot write the graph to no/where.html: "},
		{"graph good", 0, "resource a  zoo:index:Empty", ""},
		{"graph --format mermaid team", 0, "output a", ""},
		{"graph --out team.mmd --format mermaid team", 0, "", ""},
		{"version", 0, "pcl-lsp ", ""},
		{"version --json", 0, `"go": "go1.`, ""},
		{"--help", 0, "Available Commands", ""},
		{"check --help", 0, "PCL_SCHEMA_PATH", ""},
	} {
		got := runIn(t, dir, words(test.line), "PULUMI_HOME="+home)
		if got.code != test.code || !strings.Contains(got.stdout, test.stdout) || !strings.Contains(got.stderr, test.stderr) ||
			(test.stdout == "") != (got.stdout == "") || (test.stderr == "") != (got.stderr == "") {
			t.Errorf("pcl-lsp %s: got %d\n%s\n%s\nwant %d\n%s\n%s", test.line, got.code, got.stdout, got.stderr, test.code, test.stdout, test.stderr)
		}
	}
}

// Schemas come from the variable and the Pulumi home as well.
func TestSchemaEnvironment(t *testing.T) {
	t.Parallel()
	zoo := `{"name":"zoo","version":"VERSION","resources":{}}`
	dir := unpacked(t, fixture.LoadText(t, "-- main.pp --\nresource a \"zoo:index:Empty\" {\n}\n"+
		"-- one/zoo.json --\n"+strings.Replace(zoo, "VERSION", "1.0.0", 1)+
		"\n-- two/zoo.json --\n"+strings.Replace(zoo, "VERSION", "2.0.0", 1)+
		"\n-- home/schemas/zoo-3.0.0.json --\n"+strings.Replace(zoo, "VERSION", "3.0.0", 1)+
		"\n-- user/.pulumi/schemas/zoo-4.0.0.json --\n"+strings.Replace(zoo, "VERSION", "4.0.0", 1)+"\n"))
	list := "PCL_SCHEMA_PATH=" + strings.Join([]string{"one", filepath.Join(dir, "two"), ""}, string(os.PathListSeparator))
	home := "PULUMI_HOME=" + filepath.Join(dir, "home")
	for _, test := range []struct {
		variables []string
		want      string
	}{
		{[]string{list}, "(zoo 2.0.0)"},
		{[]string{"PCL_SCHEMA_PATH=one", home}, "(zoo 1.0.0)"},
		{[]string{home}, "(zoo 3.0.0)"},
		{[]string{"PCL_SCHEMA_PATH=nowhere"}, "PCL_SCHEMA_PATH: nowhere: no such file or folder"},
		{nil, "(zoo 4.0.0)"},
	} {
		got := runWith(t, words("check"), environment{dir: dir, home: filepath.Join(dir, "user"), variable: func(name string) string {
			for _, v := range test.variables {
				if value, ok := strings.CutPrefix(v, name+"="); ok {
					return value
				}
			}
			return ""
		}})
		if !strings.Contains(got.stdout+got.stderr, test.want) {
			t.Errorf("%v: got %s%s, want %s", test.variables, got.stdout, got.stderr, test.want)
		}
	}
}

// The dump has the documented form and the types of the fixture.
func TestDump(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, "-- p/main.pp --\na = \"<${b}>\"\nb = [1]\n"))
	got := runIn(t, dir, words("dump p"))
	var doc struct {
		Diagnostics []any
		Nodes       []struct {
			File, Kind, Name, Type string
			Deps                   []string
			Range                  [2]int
		}
		Expressions []struct {
			File, Kind, Type string
			Range            [2]int
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil || got.code != 0 {
		t.Fatalf("got %v, %+v", err, got)
	}
	if doc.Diagnostics == nil || len(doc.Nodes) != 2 || doc.Nodes[0].File != "main.pp" || doc.Nodes[0].Deps[0] != "b" || doc.Nodes[0].Type != "string" {
		t.Errorf("got %+v", doc)
	}
	if len(doc.Expressions) != 6 {
		t.Errorf("got %d expressions: %+v", len(doc.Expressions), doc.Expressions)
	}
}

// The example programs of the repository: the broken ones have findings, what is found
// in the careless one has a verdict, and the others have none.
func TestPrograms(t *testing.T) {
	t.Parallel()
	root := analysistest.Repository(t)
	programs := filepath.Join(root, "testdata", "programs")
	session := workspace.New(workspace.Options{})
	found, err := session.Snapshot().Discover(filepath.ToSlash(programs))
	if err != nil || len(found.Targets) < 10 || len(found.Problems) > 0 {
		t.Fatalf("got %d programs, %v, %v", len(found.Targets), found.Problems, err)
	}
	for _, target := range found.Targets {
		name := strings.TrimPrefix(target.Dir, filepath.ToSlash(programs)+"/")
		args := []string{"check", "--format", "json", filepath.FromSlash(target.Dir)}
		if strings.HasPrefix(name, "real/") {
			schemas := filepath.Join(root, "..", "shared", "schemas")
			if _, err := os.Stat(schemas); err != nil {
				t.Logf("%s: ../shared/schemas is not there", name)
				continue
			}
			args = append(args, "--schema", schemas)
		}
		got := runIn(t, root, args)
		var doc checkedDocument
		if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
			t.Fatal(err)
		}
		for _, f := range doc.Findings {
			if !strings.Contains(f.File, "broken") && !strings.Contains(f.File, "careless") {
				t.Errorf("%s: %s:%d:%d: %s[%s]: %s", name, f.File, f.Range.Start.Line, f.Range.Start.Column, f.Severity, f.Code, f.Message)
			}
		}
	}
}

// The broken programs have exactly the findings that stand beside them.
func TestBrokenPrograms(t *testing.T) {
	t.Parallel()
	root := analysistest.Repository(t)
	given, err := filepath.Glob(filepath.Join(root, "testdata", "programs", "*", "*", "findings.golden"))
	if err != nil || len(given) < 2 {
		t.Fatalf("found %d broken programs, %v", len(given), err)
	}
	for _, golden := range given {
		dir := filepath.Dir(golden)
		args := []string{"check"}
		if strings.Contains(filepath.ToSlash(dir), "/real/") {
			schemas := filepath.Join(root, "..", "shared", "schemas")
			if _, err := os.Stat(schemas); err != nil {
				t.Logf("%s: ../shared/schemas is not there", dir)
				continue
			}
			args = append(args, "--schema", schemas)
		}
		got := runIn(t, dir, args)
		if fixture.Update() {
			if err := os.WriteFile(golden, []byte(got.stdout), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.stdout); diff != "" || got.code != exitFindings {
			t.Errorf("%s: status %d (-want +got):\n%s", dir, got.code, diff)
		}
	}
}
