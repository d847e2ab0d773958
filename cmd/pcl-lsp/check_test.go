package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

const checkedPrograms = `schemas: zoo
-- good/main.pp --
resource a "zoo:index:Empty" {
}
-- bad/main.pp --
output a {
  value = nope
}
-- bad/sub/deep/main.pp --
output b {
  value = [nope, nope]
}
-- bad/.hidden/main.pp --
output b {
  value = nope
}
-- bad/node_modules/x/main.pp --
output b {
  value = nope
}
-- hinted/main.pp --
a = 1
-- warned/main.pp --
resource a "nowhere:index:A" {
}
-- puppet/site.pp --
include foo
-- text/readme.txt --
-- odd/[a].pp --
output c {
  value = nope
}
-- broken/Pulumi.yaml --
runtime: pcl
main: nowhere
-- broken/main.pp --
`

// Where findings come from, what counts as failure, and what is said of wrong usage.
func TestCheckFlags(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		line           string
		code           int
		stdout, stderr string // parts; empty for nothing at all
	}{
		{"check good hinted", 0, "1 hint in 1 file (2 files checked)", ""},
		{"check --fail-on hint hinted", 1, "1 hint", ""},
		{"check --fail-on information hinted", 0, "1 hint", ""},
		{"check --fail-on warning warned", 1, "1 warning", ""},
		{"check --fail-on none bad", 0, "3 errors", ""},
		{"check --fail-on errors bad", 2, "", `--fail-on: unknown severity "errors"; did you mean error?`},
		{"check --exit-zero bad", 0, "3 errors", ""},
		{"check --exit-zero nowhere", 2, "", "cannot read nowhere"},
		{"check --exit-zero bad broken", 3, "3 errors", "not checked: broken/Pulumi.yaml"},
		{"check --max-findings 1 bad", 1, "3 errors in 2 files (2 files checked); 2 findings not shown", ""},
		{"check --max-findings 3 bad", 1, "3 errors in 2 files (2 files checked)\n", ""},
		{"check --max-findings -1 bad", 2, "", "--max-findings -1"},
		{"check --max-findings 1 --format concise bad", 1, "bad/main.pp:2:11: error: `nope` is not declared [name.undefined]\n", ""},
		{"check --quiet good", 0, "", ""},
		{"check --quiet --format concise bad/main.pp", 1, "bad/main.pp:2:11: ", ""},
		{"check --absolute-paths --format concise bad/main.pp", 1, "DIR/bad/main.pp:2:11: ", ""},
		{"check --jobs -1 bad", 2, "", "--jobs -1"},
		{"check --offline --allow-plugins good", 0, "no findings", ""},
		{"check --timings good", 0, "no findings", "discover "},

		{"check bad/**/*.pp", 1, "3 errors in 2 files (2 files checked)", ""},
		{"check bad/*/deep", 1, "2 errors in 1 file (1 file checked)", ""},
		{"check {bad,good}/*.pp", 1, "1 error in 1 file (2 files checked)", ""},
		{"check bad/.hidden/*.pp", 1, "1 error", ""},
		{"check bad/node_modules/**", 1, "1 error", ""},
		{"check */*.pp", 1, "2 errors, 1 warning, 1 hint in 4 files (6 files checked)", ""},
		{"check pup*/*.pp", 2, "", "pup*/*.pp matches no PCL file"},
		{"check nowhere/*.pp", 2, "", "nowhere/*.pp matches no PCL file"},
		{"check tex*/*", 2, "", "tex*/* matches no PCL file"},
		{"check bad/[.pp", 2, "", "bad/[.pp is not a valid pattern"},
		{"check odd/[a].pp", 1, "odd/[a].pp:2:11: ", ""},
		{"check puppet/site.pp", 2, "", "puppet/site.pp does not look like PCL"},

		{"check --format", 2, "", "flag needs an argument"},
		{"check --format sarfi good", 2, "", `unknown format "sarfi"; did you mean sarif?`},
		{"check --format json= good", 2, "", "--format json=: name a file after the equals sign"},
		{"check --format json=no/x.json good", 2, "", "--format json=no/x.json: folder no does not exist"},
		{"check --format json=good good", 2, "", "--format json=good: this is a folder"},
		{"check --format json --format text good", 2, "", "json, text cannot share standard output: write --format json=FILE"},
		{"check --format json=x --format sarif=./x good", 2, "", "--format sarif=./x: another report is written to this file"},
		{"check --format text --format azure bad/main.pp", 1, "##vso[task.logissue type=error;", ""},

		{"check --stdin-filename good/main.pp good", 2, "", "works only with the path -"},
		{"check -", 2, "", "- needs --stdin-filename PATH"},
		{"check - --stdin-filename good/main.pp good", 2, "", "cannot be used with other paths"},
		{"check - --stdin-filename good/readme.txt", 2, "", "is not a .pp or .pcl file"},
		{"check - --watch --stdin-filename good/main.pp", 2, "", "cannot watch standard input"},
	} {
		dir := unpacked(t, fixture.LoadText(t, checkedPrograms))
		got := runIn(t, dir, words(test.line))
		stdout := strings.ReplaceAll(got.stdout, filepath.ToSlash(dir), "DIR")
		if got.code != test.code || !strings.Contains(stdout, test.stdout) || !strings.Contains(got.stderr, test.stderr) ||
			(test.stdout == "") != (got.stdout == "") || (test.stderr == "") != (got.stderr == "") {
			t.Errorf("pcl-lsp %s: got %d\n%s\n%s\nwant %d\n%s\n%s", test.line, got.code, stdout, got.stderr, test.code, test.stdout, test.stderr)
		}
	}
}

// What git ignores is not searched, but checked if it is named.
func TestCheckIgnored(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, "-- .gitignore --\nbuild\n-- main.pp --\na = 1\ncomponent c \"./build/c\" {\n}\n-- build/main.pp --\na = nope\n-- build/c/main.pp --\na  = nope\n"))
	for line, want := range map[string]string{
		"check --format concise":                "build/c/main.pp main.pp",
		"check --format concise .":              "build/c/main.pp main.pp",
		"check --format concise --no-gitignore": "build/c/main.pp build/main.pp main.pp",
		"check --format concise build":          "build/c/main.pp build/main.pp",
		"check --format concise build/main.pp":  "build/main.pp",
		"check --format concise **/main.pp":     "build/c/main.pp build/main.pp main.pp",
		"fmt --check":                           "",
		"fmt --check --no-gitignore":            "build/c/main.pp",
		"fmt --check build":                     "build/c/main.pp",
	} {
		var files []string
		for found := range strings.Lines(runIn(t, dir, words(line)).stdout) {
			file, _, _ := strings.Cut(strings.TrimSpace(found), ":")
			files = append(files, file)
		}
		slices.Sort(files)
		if got := strings.Join(slices.Compact(files), " "); got != want {
			t.Errorf("pcl-lsp %s: got %s, want %s", line, got, want)
		}
	}
	if got := runIn(t, dir, words("check --add-ignores --fail-on hint --diff")); !strings.Contains(got.stdout, "+++ b/main.pp") || strings.Contains(got.stdout, "build/c/main.pp") {
		t.Errorf("a component that git ignores is changed: %+v", got)
	}
}

// runStdin is runIn with a text on standard input.
func runStdin(t *testing.T, dir, stdin string, line string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), words(line), strings.NewReader(stdin), &stdout, &stderr, environment{dir: dir, variable: noVariable})
	return outcome{code, stdout.String(), stderr.String()}
}

func noVariable(string) string { return "" }

// Standard input stands for a file of its program, whether there is one or not.
func TestCheckStdin(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, "-- p/main.pp --\noutput a {\n  value = b\n}\n-- p/b.pp --\nb = nope\n"))
	for _, test := range []struct {
		stdin, file string
		code        int
		want        string
	}{
		{"b = nope2\n", "p/b.pp", 1, "p/b.pp:1:5: error: `nope2` is not declared [name.undefined]\n"},
		{"b = 1\n", "p/b.pp", 0, ""},
		{"output c {\n  value = b + nope3\n}\n", "p/new.pp", 1, "p/new.pp:2:15: error: `nope3` is not declared [name.undefined]\n"},
		{"output c {\n  value = b\n}\n", "q/new/main.pp", 1, "q/new/main.pp:2:11: error: `b` is not declared [name.undefined]\n"},
		{"", "p/b.pp", 0, ""},
		{"include foo\n", "q/site.pp", 2, ""},
	} {
		got := runStdin(t, dir, test.stdin, "check --format concise - --stdin-filename "+test.file)
		if got.code != test.code || got.stdout != test.want {
			t.Errorf("%q for %s: got %+v, want %d, %q", test.stdin, test.file, got, test.code, test.want)
		}
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "p", "b.pp")); string(text) != "b = nope\n" {
		t.Errorf("the file was changed to %q", text)
	}
}

// Several reports come from one check. Files are replaced whole and keep their mode, links
// stay links, and nothing is left behind; if nothing can be checked they stay.
func TestCheckWritesFiles(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, checkedPrograms))
	old := filepath.Join(dir, "old.json")
	if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := runIn(t, dir, words("check --format json=old.json nowhere")); got.code != exitUsage {
		t.Errorf("got %+v", got)
	}
	if text, _ := os.ReadFile(old); string(text) != "old" {
		t.Errorf("without a check the file has %q", text)
	}
	line := "check bad"
	for _, f := range report.Formats() {
		line += " --format " + f.Name + "=out." + f.Name
	}
	got := runIn(t, dir, words(line+" --format json=old.json --format text"))
	if got.code != exitFindings || !strings.HasSuffix(got.stdout, "3 errors in 2 files (2 files checked)\n") {
		t.Errorf("got %+v", got)
	}
	for _, f := range report.Formats() {
		text, err := os.ReadFile(filepath.Join(dir, "out."+f.Name))
		if want := runIn(t, dir, words("check bad --format "+f.Name)).stdout; err != nil || string(text) != want {
			t.Errorf("%s: the file differs from standard output: %v\n%s\n%s", f.Name, err, text, want)
		}
	}
	if info, err := os.Stat(old); err != nil || info.Mode().Perm() != 0o600 || info.Size() < 10 {
		t.Errorf("got %v, %v", info, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".pcl-lsp-*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// In a job of GitHub Actions annotations are added where people read, with files as the
// repository names them.
func TestCheckAnnotates(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, checkedPrograms))
	for _, test := range []struct {
		line string
		want int // annotations on standard output
	}{
		{"check main.pp", 1},
		{"check --format concise main.pp", 1},
		{"check --format github main.pp", 1},
		{"check --format json=x main.pp", 1},
		{"check --format json main.pp", 0},
		{"check --format github=x main.pp", 0},
	} {
		got := runIn(t, filepath.Join(dir, "bad"), words(test.line), "GITHUB_ACTIONS=true", "GITHUB_WORKSPACE="+dir)
		if n := strings.Count(got.stdout, "::error file=bad/main.pp,line=2,"); n != test.want || strings.Count(got.stdout, "::error") != n {
			t.Errorf("%s: got %d annotations in %s", test.line, n, got.stdout)
		}
	}
	if got := runIn(t, dir, words("check bad")); strings.Contains(got.stdout, "::error") {
		t.Errorf("without the job: %s", got.stdout)
	}
}

// The output is the same for any number of workers.
func TestCheckIsTheSameForAnyJobs(t *testing.T) {
	t.Parallel()
	var archive strings.Builder
	for i := range 40 {
		fmt.Fprintf(&archive, "-- p%02d/a.pp --\na = [nope%d, nope%d]\n-- p%02d/b.pp --\noutput b {\n  value = a.x + 1\n  valeu = 1\n}\n", i, i%7, i%5, i)
	}
	dir := unpacked(t, fixture.LoadText(t, archive.String()))
	for _, f := range report.Formats() {
		one := runIn(t, dir, words("check --jobs 1 --format "+f.Name))
		if one.code != exitFindings || one.stdout == "" {
			t.Fatalf("%s: got %+v", f.Name, one)
		}
		for _, jobs := range []string{"2", "8"} {
			if got := runIn(t, dir, words("check --format "+f.Name+" --jobs "+jobs)); got != one {
				t.Errorf("%s: %s jobs say something else than one", f.Name, jobs)
			}
		}
	}
}

// People are told of the fixes of the first hundred findings, programs of all.
func TestCheckHints(t *testing.T) {
	t.Parallel()
	var program strings.Builder
	for i := range 130 {
		fmt.Fprintf(&program, "output o%d {\n  value = nope\n}\n", i)
	}
	dir := unpacked(t, fixture.LoadText(t, "-- main.pp --\n"+program.String()))
	for line, want := range map[string]int{
		"check": 100, "check --max-findings 7": 7, "check --format json=out --format text": 100,
	} {
		if n := strings.Count(runIn(t, dir, words(line)).stdout, " = fix: "); n != want {
			t.Errorf("%s: got %d hints, want %d", line, n, want)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "out"))
	if n := strings.Count(string(text), `"safety": "unsafe"`); err != nil || n < 130 {
		t.Errorf("got %d fixes, %v", n, err)
	}
}

// Fingerprints are the same when the program is checked from elsewhere in the text: lines
// before a finding do not count.
func TestCheckFingerprints(t *testing.T) {
	t.Parallel()
	fingerprints := func(dir, line string) (prints []string) {
		var doc struct {
			Findings []struct{ Fingerprint string }
		}
		if err := json.Unmarshal([]byte(runIn(t, dir, words(line)).stdout), &doc); err != nil {
			t.Fatal(err)
		}
		for _, f := range doc.Findings {
			prints = append(prints, f.Fingerprint)
		}
		return prints
	}
	dir := unpacked(t, fixture.LoadText(t, checkedPrograms))
	before := fingerprints(dir, "check --format json bad")
	if absolute := fingerprints(dir, "check --format json --absolute-paths bad"); fmt.Sprint(absolute) != fmt.Sprint(before) {
		t.Errorf("with absolute paths: got %q, want %q", absolute, before)
	}
	file := filepath.Join(dir, "bad", "main.pp")
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, append([]byte("# a line\n\n"), text...), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if after := fingerprints(dir, "check --format json bad"); fmt.Sprint(after) != fmt.Sprint(before) || len(after) != 3 || after[1] == after[2] {
		t.Errorf("got %q, want %q", after, before)
	}
}

// Progress is told on a terminal only, when it takes long, and is taken away again.
func TestCheckProgress(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, checkedPrograms))
	for _, test := range []struct {
		line     string
		terminal bool
		tick     time.Duration
		want     string
	}{
		{"check --jobs 1 --format concise good hinted bad", true, time.Second, "\r\x1b[Kchecked 1 of 4 programs\r\x1b[Kchecked 2 of 4 programs\r\x1b[Kchecked 3 of 4 programs\r\x1b[Kchecked 4 of 4 programs\r\x1b[K"},
		{"check --jobs 1 --format json hinted", true, time.Second, "\r\x1b[Kchecked 1 of 1 programs\r\x1b[K"},
		{"check --jobs 1 good hinted bad", true, time.Microsecond, ""},
		{"check --jobs 1 good hinted bad", false, time.Second, ""},
		{"check --jobs 1 --quiet good hinted bad", true, time.Second, ""},
	} {
		var stderr bytes.Buffer
		at := time.Unix(0, 0)
		now := func() time.Time { at = at.Add(test.tick); return at }
		run(context.Background(), words(test.line), strings.NewReader(""), io.Discard, &stderr, environment{dir: dir, variable: noVariable, errTerminal: test.terminal, now: now})
		if stderr.String() != test.want {
			t.Errorf("%s: got %q, want %q", test.line, stderr.String(), test.want)
		}
	}
}

// watching is a check with --watch, and what it writes.
type watching struct {
	*testing.T
	dir   string
	lines *bufio.Scanner
	end   func() int // interrupts it, and is its exit code
}

// watch begins a check with --watch.
func watch(t *testing.T, dir, line string) *watching {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	from, to := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		defer to.Close()
		ended <- run(ctx, words(line), strings.NewReader(""), to, io.Discard, environment{dir: dir, variable: noVariable})
	}()
	t.Cleanup(func() {
		cancel()
		from.Close()
	})
	return &watching{t, dir, bufio.NewScanner(from), func() int { cancel(); return <-ended }}
}

var summaryLine = regexp.MustCompile(`^(\d+ error|no findings)`)

// expect waits for the next summary.
func (w *watching) expect(summary string) {
	w.Helper()
	for w.lines.Scan() {
		if summaryLine.MatchString(w.lines.Text()) {
			if w.lines.Text() != summary {
				w.Errorf("got %q, want %q", w.lines.Text(), summary)
			}
			return
		}
	}
	w.Fatal("the output ended")
}

func (w *watching) write(name, text string) {
	w.Helper()
	file := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		w.Fatal(err)
	}
	if err := replace.One(file, []byte(text), 0o644); err != nil {
		w.Fatal(err)
	}
}

// A check that watches writes again when something has changed, and ends with the
// status of the last one.
func TestCheckWatches(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, checkedPrograms))
	w := watch(t, dir, "check --watch --format text --format json=out.json bad good")
	w.expect("3 errors in 2 files (3 files checked)")
	w.write("bad/main.pp", "output a {\n  value = 1\n}\n")
	w.expect("2 errors in 1 file (3 files checked)")
	w.write("good/new/main.pp", "output a {\n  value = nope\n}\n")
	w.expect("3 errors in 2 files (4 files checked)")
	w.write("good/new/main.pp", "output a {\n  value = 1\n}\n")
	w.expect("2 errors in 1 file (4 files checked)")
	if err := os.RemoveAll(filepath.Join(dir, "bad", "sub")); err != nil {
		t.Fatal(err)
	}
	w.expect("no findings in 3 files")
	if code := w.end(); code != exitClean {
		t.Errorf("got exit code %d", code)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "out.json")); err != nil || !strings.Contains(string(text), `"errors": 0`) {
		t.Errorf("got %s, %v", text, err)
	}
}

// Schemas and settings are watched as well, and components wherever they are.
func TestCheckWatchesSurroundings(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, `-- app/main.pp --
resource a "zoo:index:Empty" {
}
component b "../lib" {
}
output c {
  value = b.x
}
-- lib/main.pp --
output x {
  value = 1
}
-- given/zoo.json --
{"name":"zoo","version":"1.0.0","resources":{"zoo:index:Empty":{}}}
`))
	w := watch(t, dir, "check --watch --schema given app")
	w.expect("no findings in 2 files")
	w.write("given/zoo.json", `{"name":"zoo","version":"1.0.0","resources":{}}`)
	w.expect("1 error in 1 file (2 files checked)")
	w.write("lib/main.pp", "output y {\n  value = 1\n}\n")
	w.expect("2 errors in 1 file (2 files checked)")
	w.write(".pcl-lsp.yaml", "rules:\n  resource.*: \"off\"\n")
	w.expect("1 error in 1 file (2 files checked)")
	if code := w.end(); code != exitFindings {
		t.Errorf("got exit code %d", code)
	}
}

// Who watches is told at once that the command was used wrongly.
func TestCheckWatchesNothingWrong(t *testing.T) {
	t.Parallel()
	if got := runIn(t, t.TempDir(), words("check --watch nowhere")); got.code != exitUsage || !strings.Contains(got.stderr, "cannot read nowhere") {
		t.Errorf("got %+v", got)
	}
}

// What is special in a form is escaped in messages as well, where it cannot stand today.
func TestFormatsEscape(t *testing.T) {
	t.Parallel()
	r := &report.Report{}
	at := report.Position{Line: 1, Column: 1, ByteColumn: 1}
	f := report.Finding{Fingerprint: "x", Code: "name.undefined", Severity: codes.Error, Range: report.Range{Start: at, End: at}}
	f.File, f.InRepository = "a,b:c;d]\n%.pp", "a,b:c;d]\n%.pp"
	f.Message = "one\r\ntwo|'[]% %0A ::error::, ü😀\x00\u0085"
	r.Findings = []report.Finding{f}
	for form, want := range map[string]string{
		"github":   "::error file=a%2Cb%3Ac;d]%0A%25.pp,line=1,col=1,endLine=1,endColumn=1,title=name.undefined::one%0D%0Atwo|'[]%25 %250A ::error::, ü😀\ufffd\ufffd\n",
		"azure":    "##vso[task.logissue type=error;sourcepath=a,b:c%3Bd%5D%0A%AZP25.pp;linenumber=1;columnnumber=1;code=name.undefined;]one%0D%0Atwo|'[]%AZP25 %AZP250A ::error::, ü😀\ufffd\ufffd\n",
		"teamcity": "##teamcity[inspection typeId='name.undefined' message='one|r|ntwo|||'|[|]% %0A ::error::, |0x00FC|0xD83D|0xDE00|0x0000|0x0085' file='a,b:c;d|]|n%.pp' line='1' SEVERITY='ERROR']\n",
		"concise":  "a,b:c;d]\ufffd%.pp:1:1: error: one\ufffd\ufffdtwo|'[]% %0A ::error::, ü😀\ufffd\ufffd [name.undefined]\n",
	} {
		var b strings.Builder
		format, _ := report.FormatNamed(form)
		if err := format.Write(r, &b, report.Style{}); err != nil || !strings.HasSuffix(b.String(), want) || strings.Count(b.String(), "\n") > 2 {
			t.Errorf("%s: %v, got\n%q\nwant\n%q", form, err, b.String(), want)
		}
	}
}
