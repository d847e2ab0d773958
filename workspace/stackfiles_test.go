package workspace_test

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// inStacks are the findings in the project file and in those of stacks, one to a line,
// with the text that they mark.
func inStacks(t *testing.T, s *workspace.Snapshot, dir string) string {
	t.Helper()
	found, err := s.Diagnose(context.Background(), s.ProgramIn(dir))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, file := range slices.Sorted(maps.Keys(found)) {
		for _, d := range found[file] {
			if strings.HasSuffix(file, ".pp") || path.Base(file) == settings.FileName {
				continue
			}
			source, _, _, ok := s.File(file)
			if !ok {
				t.Fatalf("there is no %s", file)
			}
			marked := source.Text()[d.Span.Start:d.Span.End]
			fmt.Fprintf(&b, "%s:%d %s %q %s", path.Base(file), source.Line(d.Span.Start)+1, d.Code, marked, d.Message)
			for _, r := range d.Related {
				fmt.Fprintf(&b, " (%s:%d %s)", path.Base(r.Path), r.Span.Start, r.Message)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

const regionAndSecret = "config region string {}\nconfig pw string { secret = true }\nconfig size int { default = 1 }\nconfig zones \"list(object({ name = string, n = int }))\" { default = [] }\nconfig inner string {\n  __logicalName = \"outer\"\n  nullable = true\n}\n"

// What stands in the files of stacks is compared with the configs, and each finding is
// where the text has to be changed.
func TestStackFiles(t *testing.T) {
	t.Parallel()
	const project = "name: shop\nruntime: pcl\n"
	for _, test := range []struct {
		what, project, stack string
		want                 []string // beginnings of lines, without the file's name for the stack's
	}{
		{"all is well", project, "config:\n  shop:region: eu\n  pw: {secure: AAA}\n  aws:region: x\n  outer: a\n  shop:config:size: 3\n", nil},
		{"missing", project, "config:\n  pw: {secure: AAA}\n", []string{`1 config.stack-missing "config" ` + "`region` has no value"}},
		{"missing in an empty file", project, "# nothing\n", []string{`1 config.stack-missing "# nothing"`, "1 config.stack-missing"}},
		{"given by the project", project + "config:\n  region: eu\n  shop:pw:\n    secret: true\n    default: hidden\n", "config:\n", []string{`Pulumi.yaml:7 config.stack-plain-secret "hidden"`}},
		{"demanded by the project", project + "config:\n  size: {type: integer}\n", "config: {region: a, pw: {secure: A}}\n", []string{`1 config.stack-missing "config" ` + "`size`, which Pulumi.yaml declares, has no value"}},
		{"unknown", project, "config:\n  shop:regoin: eu\n  region: eu\n  pw: {secure: A}\n  inner: x\n", []string{
			`2 config.stack-unknown "regoin" no config of the program has the key ` + "`regoin`; did you mean `region`?", `5 config.stack-unknown "inner"`,
		}},
		{"unknown in the project", project + "config: {sise: 3}\n", "config: {region: a, pw: {secure: A}}\n", []string{`Pulumi.yaml:3 config.stack-unknown "sise"`}},
		{"mistyped", project, "config:\n  region: eu\n  pw: {secure: A}\n  size: \"big one\" # comment\n", []string{
			`4 config.stack-value "big one" ` + "`size` is of type int, but the value does not fit: \"big one\" is not an int",
		}},
		{"mistyped inside", project, "config:\n  region: eu\n  pw: {secure: A}\n  zones:\n    - name: a\n      n: 1\n    - name: b\n      n: many\n", []string{`8 config.stack-value "many"`}},
		{"plain secrets", project, "config:\n  region: eu\n  pw: |\n    line one\n    line two\n  size: 1\n", []string{`3 config.stack-plain-secret "|\n    line one\n    line two"`}},
		{"in quotes", project, "config: {region: a, pw: 'it''s'}\n", []string{`1 config.stack-plain-secret "'it''s'"`}},
		{"secret in the project alone", project + "config:\n  size: {secret: true}\n", "config: {region: a, size: 3, pw: {secure: A}}\n", []string{`1 config.stack-plain-secret "3" ` + "`size` is secret in Pulumi.yaml"}},
		{"aliases", project, "x: &all\n  region: eu\n  pw: &s {secure: A}\n  size: big\nconfig:\n  <<: *all\n  outer: *s\n", []string{`4 config.stack-value "big"`}},
		{"merged into itself", project, "config: &c\n  <<: *c\n  region: eu\n  pw: {secure: A}\n", nil},
		{"twice", project, "config:\n  region: eu\n  shop:region: us\n  pw: {secure: A}\n  size: 1\n  size: 2\n", []string{"3 project.invalid \"region\" `region` is set twice, with and without", "6 project.invalid \"size\" `size` is set twice; remove"}},
		{"two documents", project, "config: {region: a, pw: {secure: A}}\n---\nconfig: {}\n", []string{`3 project.invalid "config: {}" this is a second document`}},
		{"no YAML", project, "config: [\n", []string{"1 project.invalid"}},
		{"a list", project, "config: [a]\n", []string{"1 project.invalid \"[a]\" `config` must be a mapping"}},
		{"no mapping", project, "word\n", []string{`1 project.invalid "word" this file must be a mapping`}},
		{"signs of two bytes", project, "config:\n  region: é\n  pw: {secure: A}\n  size: größe\n", []string{`4 config.stack-value "größe"`}},
		{"no name", "runtime: pcl\n", "config: {region: a, pw: {secure: A}}\n", []string{`Pulumi.yaml:1 project.name "runtime: pcl"`}},
		{"another runtime", "name: shop\nruntime:\n  name: yaml\n", "config: {region: a, pw: {secure: A}}\n", []string{`Pulumi.yaml:3 project.runtime "yaml"`}},
		{"no runtime", "name: shop\n", "config: {region: a, pw: {secure: A}}\n", []string{`Pulumi.yaml:1 project.runtime "name: shop"`}},
	} {
		s := open(fixture.Files{"/w/Pulumi.yaml": test.project, "/w/Pulumi.dev.yaml": test.stack, "/w/main.pp": regionAndSecret})
		lines := strings.Split(strings.TrimSuffix(inStacks(t, s.Snapshot(), "/w"), "\n"), "\n")
		if lines[0] == "" {
			lines = nil
		}
		ok := len(lines) == len(test.want)
		for i := range min(len(lines), len(test.want)) {
			ok = ok && strings.HasPrefix(strings.TrimPrefix(lines[i], "Pulumi.dev.yaml:"), test.want[i])
		}
		if !ok {
			t.Errorf("%s: got\n%s\nwant\n%s", test.what, strings.Join(lines, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

// All stacks are looked at, or the one that is selected, wherever the project says that
// their files are. What broken text may declare is not unknown.
func TestWhichStackFiles(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/Pulumi.yaml": "name: shop\nruntime: pcl\nmain: infra\nstackConfigDir: stacks\n", "/w/Pulumi.old.yaml": "config: {x: 1}\n",
		"/w/stacks/Pulumi.dev.yaml": "config: {x: 1}\n", "/w/stacks/Pulumi.prod.yml": "config: {y: 1}\n",
		"/w/infra/main.pp": "config region string {\n  default = \"\"\n} config x string {}\n", "/w/infra/part/main.pp": "config a string {}\n",
	}
	s := open(files)
	const prod = "Pulumi.prod.yml:1 config.stack-unknown \"y\" no config of the program has the key `y`\n"
	if got := inStacks(t, s.Snapshot(), "/w/infra"); got != prod {
		t.Errorf("got %s", got)
	}
	if got := inStacks(t, s.Snapshot(), "/w/infra/part"); got != "" {
		t.Errorf("in a component: %s", got)
	}
	for stack, want := range map[string]string{"dev": "", "prod": prod, "test": "", "": prod} {
		if got := inStacks(t, s.Apply(workspace.StackSelected{Stack: stack}), "/w/infra"); got != want {
			t.Errorf("%q: got %s", stack, got)
		}
	}
	if p := s.Snapshot().Configured("/w/stacks/Pulumi.dev.yaml"); p == nil || p.Dir != "/w/infra" {
		t.Errorf("got %v", p)
	}
	for _, other := range []string{"/w/Pulumi.old.yaml", "/w/x.yaml", "/w/infra/main.pp"} {
		if p := s.Snapshot().Configured(other); p != nil {
			t.Errorf("%s configures %s", other, p.Dir)
		}
	}
}

// Findings follow the files, open or on disk, and the configs: after each step they are
// those of a session that has just begun. Where nothing about them changes they are the
// same pointers.
func TestStackFilesAreEdited(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/Pulumi.yaml": "name: shop\nruntime: pcl\n", "/w/Pulumi.dev.yaml": "config: {regoin: a}\n", "/w/main.pp": "config region string {}\n",
	}
	s := open(files)
	seen := fixture.Files{}
	maps.Copy(seen, files)
	step := func(what string, change workspace.Change, file, text string) {
		t.Helper()
		before := s.Snapshot()
		then := inStacks(t, before, "/w")
		report, err := before.Report(context.Background(), before.ProgramIn("/w"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if delete(seen, file); text != "" {
			seen[file] = text
		}
		now := s.Apply(change)
		got := inStacks(t, now, "/w")
		if diff := cmp.Diff(inStacks(t, open(seen).Snapshot(), "/w"), got); diff != "" {
			t.Errorf("%s (-fresh +edited):\n%s", what, diff)
		}
		if then == "" && got == "" || then != got {
			return
		}
		again, err := now.Report(context.Background(), now.ProgramIn("/w"), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range again.Files {
			if strings.HasSuffix(f.Found.Path, "dev.yaml") && f.Found != report.Files[i].Found {
				t.Errorf("%s: other findings that say the same", what)
			}
		}
	}
	write := func(file, text string) workspace.Change {
		if delete(files, file); text != "" {
			files[file] = text
		}
		return workspace.DiskChanged{Paths: []string{file}}
	}
	const dev, prod, main, project = "/w/Pulumi.dev.yaml", "/w/Pulumi.prod.yaml", "/w/main.pp", "/w/Pulumi.yaml"
	step("on disk", write(dev, "config: {region: a, b: c}\n"), dev, "config: {region: a, b: c}\n")
	step("another stack", write(prod, "config: {}\n"), prod, "config: {}\n")
	step("opened as it is", workspace.Open{Path: dev, Text: "config: {region: a, b: c}\n", Version: 1}, dev, "config: {region: a, b: c}\n")
	step("edited", workspace.Edit{Path: dev, File: syntax.Parse(dev, "config: {region: a, c: c}\n", nil), Version: 2}, dev, "config: {region: a, c: c}\n")
	step("a config comes", workspace.Open{Path: main, Text: "config region string {}\nconfig c int {}\n", Version: 1}, main, "config region string {}\nconfig c int {}\n")
	step("and is moved", workspace.Open{Path: main, Text: "config region string {}\n\nconfig c int {}\n", Version: 2}, main, "config region string {}\n\nconfig c int {}\n")
	step("and text after it", workspace.Open{Path: main, Text: "config region string {}\n\nconfig c int {}\nx = c\n", Version: 3}, main, "config region string {}\n\nconfig c int {}\nx = c\n")
	step("the project", workspace.Open{Path: project, Text: "name: shop\nruntime: pcl\nconfig: {region: a, d: e}\n", Version: 1}, project, "name: shop\nruntime: pcl\nconfig: {region: a, d: e}\n")
	step("the project is closed", workspace.Close{Path: project}, project, files[project])
	step("closed", workspace.Close{Path: dev}, dev, files[dev])
	step("gone", write(prod, ""), prod, "")
	step("a new one that is not saved", workspace.Open{Path: prod, Text: "config: {q: 1}\n", Version: 1}, prod, "config: {q: 1}\n")
	step("and is not kept", workspace.Close{Path: prod}, prod, "")
	step("elsewhere", write(project, "name: shop\nruntime: pcl\nstackConfigDir: s\n"), project, "name: shop\nruntime: pcl\nstackConfigDir: s\n")
	step("where one comes", write("/w/s/Pulumi.x.yaml", "config: {q: 1}\n"), "/w/s/Pulumi.x.yaml", "config: {q: 1}\n")
	if s.CatchUp() {
		t.Error("something was missed")
	}
}
