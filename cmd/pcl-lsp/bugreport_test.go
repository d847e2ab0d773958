package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/leak"
)

const reportedTree = `-- one/.pcl-lsp.yaml --
failOn: warning
mode: vars, props
stack: acme/shop/prod
exclude: [gen]
targets: [go, yaml]
rules:
  unused.*: off
  team.acme-buckets: hint
overrides:
  - paths: [late.pp]
    rules: {unused.*: error}
unknown: 1
-- one/main.pp --
resource a "zoo:index:Animal" {}
resource b "gone:index:Animal" {}
-- one/late.pp --
a2 = 1
-- two/main.pp --
resource a "zoo:index:Animal" {}
-- schemas/zoo-1.2.0.json --
{"name":"zoo","version":"1.2.0","resources":{"zoo:index:Animal":{}}}
`

// A bug report counts, and names what others published.
func TestBugReport(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, reportedTree))
	got := runIn(t, dir, words("bug-report"), "PULUMI_HOME=/nowhere")
	_, rest, _ := strings.Cut(got.stdout, "### Programs\n\n")
	const want = "- programs: 2\n- files: 3\n- language: PCL of Pulumi 3.276, the newest that pcl-lsp knows\n- mistakes in settings files: 1\n- packages with a schema that is missing: 1\n" +
		"- environment variables that are set: `PULUMI_HOME`\n\n" +
		"### Settings\n\n| setting | value | from | files |\n|---|---|---|---|\n" +
		"| `exclude` | (a text, left out) | settings file | 2 |\n" +
		"| `failOn` | warning | settings file | 2 |\n" +
		"| `mode` | vars, props | settings file | 2 |\n" +
		"| `rules.team.…` | hint | settings file | 2 |\n" +
		"| `rules.unused.*` | error | overrides in the settings file | 1 |\n" +
		"| `rules.unused.*` | off | settings file | 1 |\n" +
		"| `stack` | (a text, left out) | settings file | 2 |\n" +
		"| `targets` | \\[go, yaml\\] | settings file | 2 |\n\n" +
		"### Schemas\n\n| package | version | from |\n|---|---|---|\n| `zoo` | 1.2.0 | workspace |\n\n" +
		"### Internal errors\n\nNone was recorded on this machine.\n"
	if diff := cmp.Diff(want, rest); diff != "" || got.code != exitClean || got.stderr != "" {
		t.Errorf("got status %d, %s%s", got.code, got.stderr, diff)
	}
	build := process.Build()
	if head := "### pcl-lsp\n\n- version: " + build.Named() + "\n- Go: " + build.Go + "\n- platform: " + build.Platform + "\n"; !strings.HasPrefix(got.stdout, head) {
		t.Errorf("it begins %.200q, want %q", got.stdout, head)
	}
}

// Where there is no program, a report has everything else; a path that does not exist is wrong usage.
func TestBugReportOfNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if got := runIn(t, dir, words("bug-report")); got.code != exitClean || !strings.Contains(got.stdout, "- programs: 0\n- files: 0\n") || !strings.Contains(got.stdout, "No settings file") || !strings.Contains(got.stdout, "No schema is used") {
		t.Errorf("got %+v", got)
	}
	if got := runIn(t, dir, words("bug-report .")); got.code != exitUsage || !strings.Contains(got.stderr, "no PCL program at or below .") {
		t.Errorf("got %+v", got)
	}
	if got := runIn(t, dir, words("bug-report nowhere")); got.code != exitUsage || got.stdout != "" || !strings.Contains(got.stderr, "cannot read nowhere") {
		t.Errorf("got %+v", got)
	}
}

// No text of a user is in a bug report, wherever there is one: in names of folders, files, stacks, rules and packages without a schema,
// in programs, settings and stacks, and in variables.
func TestBugReportHasNoTexts(t *testing.T) {
	t.Parallel()
	const secret = leak.Stored
	files := maps.Clone(markedFiles)
	for name, text := range files {
		delete(files, name)
		files[strings.ReplaceAll(name, marker, secret)] = strings.ReplaceAll(text, marker, secret)
	}
	files[".pcl-lsp.yaml"] = "stack: " + secret + "\nstate: " + secret + ".json\nmode: " + secret + "\nfailOn: " + secret + "\nexclude: [" + secret + "]\ninclude: [main.pp, " + secret + "]\n" +
		"schemas: {require: " + secret + ", paths: [" + secret + "]}\nsecrets: {publicNames: [" + secret + "]}\ntargets: [go, " + secret + "]\nruleFiles: [" + secret + "]\nupgrade: {" + secret + ": 1.0.0}\n" +
		"suppressions: {requireReason: " + secret + "}\n" + secret + ": 1\nrules: {team." + secret + ": off, " + secret + ": off, unused.local: " + secret + "}\noverrides:\n  - paths: [" + secret + ", main.pp]\n    mode: " + secret + "\n    rules: {team." + secret + ": off}\n"
	files[secret+"/main.pp"] = "resource a \"" + secret + ":index:A\" {}\n"
	dir := filepath.Join(t.TempDir(), secret)
	(&fixture.Fixture{Files: files}).WriteTo(t, dir)
	got := runIn(t, dir, words("bug-report"), "PULUMI_HOME="+filepath.Join(dir, secret), "PCL_SCHEMA_PATH="+dir)
	keepsSecrets(t, "bug-report", leak.InOutput, []byte(got.stdout)) // runIn looks as well
	if got.code != exitClean || !strings.Contains(got.stdout, "moon") || !strings.Contains(got.stdout, "team.…") || !strings.Contains(got.stdout, "ruleFiles") {
		t.Errorf("there is too little to find in it: %+v", got)
	}
	if strings.Contains(got.stdout, filepath.Dir(dir)) {
		t.Errorf("a directory is in it:\n%s", got.stdout)
	}
}

// The newest internal errors are shown whole, and the others counted.
func TestBugReportShowsPanics(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := environment{dir: dir, cache: filepath.Join(dir, "cache", "schemas"), variable: func(string) string { return "" }}
	kept := (&app{env: env}).bugReports()
	var texts []string
	for n := range mostPanics + 2 {
		path, err := kept.Keep("textDocument/hover", faultAt(n+1))
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, strings.TrimSpace(string(text)))
	}
	got := runWith(t, words("bug-report"), env)
	shown := 0
	for _, text := range texts {
		if strings.Contains(got.stdout, "```text\n"+text+"\n```\n") {
			shown++
		}
	}
	if shown != mostPanics || !strings.Contains(got.stdout, "Older ones are not shown: 2\n") {
		t.Errorf("%d internal errors are shown:\n%s", shown, got.stdout)
	}
}

// A panic while the programs are looked at is in the report about it.
func TestBugReportOfItself(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	asked := 0
	got := runWith(t, words("bug-report"), environment{dir: dir, cache: filepath.Join(dir, "cache", "schemas"), variable: func(name string) string {
		if name == "PULUMI_HOME" {
			if asked++; asked == 2 {
				panic(bugSecret)
			}
		}
		return ""
	}})
	if got.code != exitClean || !strings.Contains(got.stdout, "- not complete: an internal error occurred\n") || !strings.Contains(got.stdout, "panic: string\n") || strings.Contains(got.stdout, bugSecret) {
		t.Errorf("got %+v", got)
	}
}
