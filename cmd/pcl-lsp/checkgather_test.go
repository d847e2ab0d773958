package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// manyPrograms are programs with findings, some of which use components: in the same folder and
// elsewhere, in a circle, and with hints about what is passed.
func manyPrograms() fixture.Files {
	files := fixture.Files{
		"infra/part/main.pp":    "config login string {}\n\noutput shown {\n  value = unsecret(login)\n}\n",
		"elsewhere/net/main.pp": "component deep \"../deep\" {\n}\n\nlate = later\n",
		"elsewhere/deep/in.pp":  "component net \"../net\" {\n}\n\nunused = 1\n",
	}
	for i := range 40 {
		dir := fmt.Sprintf("infra/p%02d", i)
		files[dir+"/main.pp"] = strings.Repeat("output o { value = nope }\n", i%3+1)
		if i%4 == 0 {
			files[dir+"/parts.pp"] = "config pw string {\n  secret = true\n}\n\ncomponent one \"../part\" {\n  login = pw\n}\n\ncomponent net \"../../elsewhere/net\" {\n}\n"
		}
		if i%5 == 0 {
			files[dir+"/inner/main.pp"] = "output o { value = neither }\n"
		}
	}
	return files
}

// A report is the same however many programs are checked at once, and with --fix, which
// keeps all programs.
func TestReportsDoNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, &fixture.Fixture{Files: manyPrograms()})
	for _, form := range []string{"text", "json", "junit"} {
		want := runIn(t, dir, words("check --jobs 1 --fail-on none --format "+form+" infra"))
		for _, sign := range []string{"and 9 others pass", "neither", "elsewhere/deep/in.pp"} {
			if !strings.Contains(want.stdout, sign) {
				t.Fatalf("%s: the report lacks %q:\n%s", form, sign, want.stdout)
			}
		}
		for _, flags := range []string{"--jobs 8", "--jobs 3", "--add-ignores"} {
			if got := runIn(t, dir, words("check --fail-on none "+flags+" --format "+form+" infra")); got.stdout != want.stdout {
				t.Errorf("%s %s (-want +got):\n%s", form, flags, cmp.Diff(want.stdout, got.stdout))
			}
		}
	}
}

// firstWrite calls a function at the first write.
type firstWrite struct {
	bytes.Buffer
	then func()
}

func (w *firstWrite) Write(text []byte) (int, error) {
	if w.then != nil {
		w.then()
		w.then = nil
	}
	return w.Buffer.Write(text)
}

// Findings of a program are printed before the last program is read.
func TestFindingsArePrintedAsTheyComeIn(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, &fixture.Fixture{Files: manyPrograms()})
	last := filepath.Join(dir, "infra", "p39", "main.pp")
	out := &firstWrite{then: func() {
		if err := os.WriteFile(last, []byte("output o { value = changedMeanwhile }\n"), 0o644); err != nil {
			t.Error(err)
		}
	}}
	code := run(context.Background(), words("check --jobs 1 infra"), strings.NewReader(""), out, io.Discard, environment{dir: dir, variable: noVariable})
	if code != exitFindings || !strings.Contains(out.String(), "changedMeanwhile") {
		t.Errorf("status %d, and the last program was read before the first finding was printed:\n%s", code, out.String())
	}
}

// Wrong usage that shows only when programs are read prints no findings.
func TestNothingIsPrintedAfterWrongUsage(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, &fixture.Fixture{Files: fixture.Files{"a/main.pp": "output o { value = nope }\n", "b/site.pp": "include foo\n"}})
	if got := runIn(t, dir, words("check a b")); got.code != exitUsage || got.stdout != "" {
		t.Errorf("got %+v", got)
	}
}

// The packages that programs need are told also after fixes, when a program is checked only where it
// has changed, and each program is judged by its own packages.
func TestPackagesAreTold(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"a/.pcl-lsp.yaml":        "schemas:\n  require: true\n",
		"a/main.pp":              "resource cat \"zoo:index:Animal\" {\n  leggs = 4\n}\n",
		"b/main.pp":              "resource far \"nowhere:index:Thing\" {\n}\n",
		"schemas/zoo-1.0.0.json": `{"name":"zoo","version":"1.0.0","resources":{"zoo:index:Animal":{"inputProperties":{"legs":{"type":"integer"}}}}}`,
	}
	for _, jobs := range []string{"1", "4"} {
		dir := unpacked(t, &fixture.Fixture{Files: files})
		for _, flags := range []string{"", "--no-cache", "--fix=all"} {
			got := runIn(t, dir, words("check --jobs "+jobs+" --format json "+flags+" a b"))
			if got.code != exitFindings && flags != "--fix=all" {
				t.Errorf("%s: status %d, %s", flags, got.code, got.stderr)
			}
			for _, name := range []string{"zoo", "nowhere"} {
				if !strings.Contains(got.stdout, `"package": "`+name+`"`) {
					t.Errorf("%s with %s jobs: %s is not told:\n%s", flags, jobs, name, got.stdout)
				}
			}
		}
	}
	if got := runIn(t, unpacked(t, &fixture.Fixture{Files: files}), words("check --jobs 1 b a")); got.code != exitFindings {
		t.Errorf("the settings of one program count for another: %+v", got)
	}
}
