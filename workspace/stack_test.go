package workspace_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// A stack file is read as the run reads it: values of the project by their keys, what
// is not a text as JSON, what is encrypted in any part as a secret.
func TestStackFile(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		what, project, text string
		want                map[string]analysis.StackValue
	}{
		{"keys", "shop", "config:\n  shop:a: x\n  b: y\n  aws:region: eu\n  ns:b: z\n", map[string]analysis.StackValue{
			"a": {Text: "x"}, "b": {Text: "y"}, "aws:region": {Text: "eu"}, "ns:b": {Text: "z"},
		}},
		{"no project", "", "config:\n  any:a: x\n", map[string]analysis.StackValue{"a": {Text: "x"}}},
		{"texts as they are", "shop", "config:\n  a: 010\n  b: \"true\"\n  c: 1e3\n  d: |\n    x\n    y\n", map[string]analysis.StackValue{
			"a": {Text: "010"}, "b": {Text: "true"}, "c": {Text: "1e3"}, "d": {Text: "x\ny\n"},
		}},
		{"structures", "shop", "config:\n  a:\n    - x\n    - n: 1\n      b: [true, null]\n", map[string]analysis.StackValue{
			"a": {Text: `["x",{"b":[true,null],"n":1}]`},
		}},
		{"secrets", "shop", "config:\n  a:\n    secure: AAAB\n  b:\n    - c:\n        secure: AAAB\n  d:\n    secure: x\n    e: y\n", map[string]analysis.StackValue{
			"a": {Secure: true, Encrypted: "AAAB"}, "b": {Secure: true}, "d": {Text: `{"e":"y","secure":"x"}`},
		}},
		{"aliases", "shop", "x: &x\n  secure: AAAB\nconfig:\n  a: *x\n  b: &b [1]\n  c: [*b, *b]\n", map[string]analysis.StackValue{
			"a": {Secure: true, Encrypted: "AAAB"}, "b": {Text: "[1]"}, "c": {Text: "[[1],[1]]"},
		}},
		{"what is no YAML", "shop", "config: [\n", nil},
		{"what is no mapping", "shop", "config: [a]\n", nil},
		{"nothing", "shop", "", nil},
	} {
		project := "runtime: pcl\n"
		if test.project != "" {
			project += "name: " + test.project + "\n"
		}
		s := workspace.New(workspace.Options{Stack: "org/proj/dev", FS: fixture.Files{
			"/w/Pulumi.yaml": project, "/w/Pulumi.dev.yaml": test.text, "/w/main.pp": "a = 1\n",
		}})
		got := s.Snapshot().ProgramIn("/w").Stack()
		if got == nil || got.Name != "dev" || got.Project != test.project || got.Path != "/w/Pulumi.dev.yaml" {
			t.Errorf("%s: got %+v", test.what, got)
			continue
		}
		if diff := cmp.Diff(test.want, got.Values); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.what, diff)
		}
	}
}

// The configuration of a stack is that of the project's program: not that of
// components, nor of other programs below the project.
func TestWhoseStackItIs(t *testing.T) {
	t.Parallel()
	s := workspace.New(workspace.Options{Stack: "dev", FS: fixture.Files{
		"/w/Pulumi.yaml": "name: w\nruntime: pcl\nmain: infra\n", "/w/Pulumi.dev.yaml": "config:\n  a: x\n",
		"/w/infra/main.pp": "component c \"./part\" {}\n", "/w/infra/part/main.pp": "config a string {}\n", "/w/main.pp": "b = 1\n",
		"/alone/main.pp": "b = 1\n", "/alone/Pulumi.dev.yml": "config:\n  a: y\n",
	}})
	for dir, want := range map[string]string{"/w/infra": "x", "/w/infra/part": "", "/w": "", "/alone": "y"} {
		got := ""
		if stack := s.Snapshot().ProgramIn(dir).Stack(); stack != nil {
			got = stack.Values["a"].Text
		}
		if got != want {
			t.Errorf("%s has %q, want %q", dir, got, want)
		}
	}
	for name, right := range map[string]bool{"dev": true, "org/project/dev": true, "a.b-c_1": true, "": false, "../x": false, "..": false, "a b": false, "x*": false} {
		if err := settings.CheckStack(name); (err == nil) != right {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A file that changes without an event is seen when somebody looks, and a program whose
// stack says the same keeps it.
func TestStackCatchesUp(t *testing.T) {
	t.Parallel()
	dir := workspacePath(t, t.TempDir())
	at := time.Now().Add(-time.Hour)
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		at = at.Add(time.Minute)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	put("main.pp", "config pw string {}\noutput o { value = pw }\n")
	s := workspace.New(workspace.Options{Stack: "dev"})
	secret := func() bool {
		t.Helper()
		p := s.Snapshot().ProgramIn(dir)
		if _, err := p.Diagnostics(context.Background()); err != nil {
			t.Fatal(err)
		}
		return analysis.TaintOf(context.Background(), p, p.Lookup("pw")).Secret()
	}
	look := func(want bool) {
		t.Helper()
		if got := s.CatchUp(); got != want {
			t.Errorf("a change was seen: %v, want %v", got, want)
		}
	}
	if secret() {
		t.Error("secret without a file")
	}
	look(false)
	put("Pulumi.dev.yaml", "config:\n  pw:\n    secure: x\n")
	look(true)
	if !secret() {
		t.Error("not secret, though it is stored so")
	}
	look(false)
	before := s.Snapshot().ProgramIn(dir).Stack()
	put("Pulumi.dev.yaml", "config:\n  pw:\n    secure: y\n")
	look(true) // places of findings may be others
	s.Apply(workspace.DiskChanged{})
	if s.Snapshot().ProgramIn(dir).Stack() != before {
		t.Error("another stack that says the same")
	}
	if err := os.Remove(filepath.Join(dir, "Pulumi.dev.yaml")); err != nil {
		t.Fatal(err)
	}
	look(true)
	if secret() {
		t.Error("still secret without the file")
	}
	s.Apply(workspace.StackSelected{})
	put("Pulumi.dev.yaml", "config:\n  pw:\n    secure: x\n")
	look(true) // it is checked, selected or not
}
