package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// describe writes a discovery on one line: DIR, DIR* for a component, DIR(FILE …),
// and !PROBLEM.
func describe(d *workspace.Discovery, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	var all []string
	for _, t := range d.Targets {
		text := t.Dir
		if len(t.Files) > 0 {
			text += "(" + strings.Join(t.Files, " ") + ")"
		}
		all = append(all, text)
	}
	for _, p := range d.Problems {
		all = append(all, "!"+p.String())
	}
	return strings.Join(all, ", ")
}

func TestDiscover(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/app/Pulumi.yaml":          "runtime: pcl\nmain: src/program\n",
		"/w/app/src/program/main.pp":  "component net \"../../../lib/net\" {\n}\n",
		"/w/app/src/program/other.pp": "",
		"/w/lib/net/net.pp":           "component deep \"./deep\" {\n}\n",
		"/w/lib/net/deep/deep.pp":     "",
		"/w/lib/unused/u.pp":          "",
		"/w/puppet/site.pp":           "include foo\n",
		"/w/docs/readme.md":           "",
		"/w/.hidden/h.pp":             "",
		"/w/node_modules/x/x.pp":      "",
		"/w/node_modules/.x/.y/y.pp":  "",
		"/z/broken/Pulumi.yaml":       "main: [\n",
		"/z/broken/b.pp":              "",
		"/z/far/Pulumi.yaml":          "runtime: pcl\nmain: /w/lib/unused\n",
		"/z/far/x.txt":                "",
		"/z/lost/Pulumi.yaml":         "runtime: pcl\nmain: nowhere\n",
		"/z/lost/l.pp":                "",
		"/z/node/Pulumi.yaml":         "runtime: nodejs\nmain: nowhere\n",
		"/z/odd/Pulumi.yml":           "runtime: pcl\nmain: {a: b}\n",
		"/loop/a.pp":                  "component b \"./b\" {\n}\n",
		"/loop/b/b.pp":                "component a \"..\" {\n}\ncomponent self \"./\" {\n}\n",
	}
	for _, test := range []struct{ paths, want string }{
		{"/w", "/w/app/src/program, /w/lib/net, /w/lib/net/deep, /w/lib/unused"},
		{"/w/app", "/w/app/src/program, /w/lib/net, /w/lib/net/deep"},
		{"/w/app /w", "/w/app/src/program, /w/lib/net, /w/lib/net/deep, /w/lib/unused"},
		{"/w/lib/net/deep", "/w/lib/net/deep"},
		{"/w/app/src/program/other.pp", "/w/app/src/program(/w/app/src/program/other.pp)"},
		{"/w/app/src/program/other.pp /w/app/src/program/main.pp", "/w/app/src/program(/w/app/src/program/main.pp /w/app/src/program/other.pp)"},
		{"/w/app/src/program/other.pp /w/app", "/w/app/src/program, /w/lib/net, /w/lib/net/deep"},
		{"/w/app /w/app/src/program/other.pp", "/w/app/src/program, /w/lib/net, /w/lib/net/deep"},
		{"/w/.hidden", "/w/.hidden"},
		{"/w/node_modules", "/w/node_modules/x"},
		{"/w/node_modules/x/x.pp", "/w/node_modules/x(/w/node_modules/x/x.pp)"},
		{"/loop", "/loop, /loop/b"},
		{"/w/docs", "error: no PCL program at or below /w/docs: there is no .pp file that is PCL"},
		{"/w/app /w/docs", "error: no PCL program at or below /w/docs: there is no .pp file that is PCL"},
		{"/w/puppet", "error: no PCL program at or below /w/puppet: there is no .pp file that is PCL"},
		{"/w/puppet/site.pp", "error: /w/puppet/site.pp does not look like PCL; if it is, put a Pulumi.yaml with `runtime: pcl` beside it"},
		{"/w/docs/readme.md", "error: /w/docs/readme.md is not a .pp or .pcl file; name a directory or such a file"},
		{"/nowhere", "error: cannot read /nowhere: file does not exist"},
		{"/z/broken", "/z/broken, !/z/broken/Pulumi.yaml: not a project file: line 1: did not find expected node content"},
		{"/z/far", "/w/lib/unused"},
		{"/z/lost", "/z/lost, !/z/lost/Pulumi.yaml: `main: nowhere` names no directory with a PCL program"},
		{"/z/node", "error: no PCL program at or below /z/node: there is no .pp file that is PCL"},
		{"/z/odd", "!/z/odd/Pulumi.yml:2: `main` must be the path of the program's directory"},
	} {
		s := open(files).Snapshot()
		if got := describe(s.Discover(strings.Fields(test.paths)...)); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.paths, got, test.want)
		}
	}
}

// On a real disk: links, pipes, directories with the name of a file and files that
// cannot be read do no harm.
func TestDiscoverOnDisk(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "main.pp", "a = 1\n")
	write(t, root, "real/r.pp", "r = 1\n")
	write(t, root, "dir.pp/inner.pp", "i = 1\n")
	link(t, root, ".", "real/up")
	link(t, root, "real", "alias")
	link(t, root, "real/r.pp", "linked.pp")
	link(t, root, "nowhere.pp", "broken.pp")
	link(t, root, "circle.pp", "circle.pp")
	s := workspace.New(workspace.Options{}).Snapshot()
	found, err := s.Discover(slashed(root))
	got := strings.ReplaceAll(describe(found, err), slashed(root), "")
	for _, want := range []string{", /dir.pp, /real, ", "!stat /broken.pp", "!stat /circle.pp"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
	}
	if len(found.Targets) != 3 || len(s.ProgramIn(slashed(root)).Files) != 2 {
		t.Errorf("got %s with %d files at the root", got, len(s.ProgramIn(slashed(root)).Files))
	}
	wantCodes(t, s, slashed(root), "")
}

// A file that is too large is left out and not read.
func TestLargeFile(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "main.pp", "a = b\n")
	write(t, root, "b.pp", "b = 1\n")
	if err := os.Truncate(filepath.Join(root, "b.pp"), disk.MaxFile+1); err != nil {
		t.Fatal(err)
	}
	s := workspace.New(workspace.Options{}).Snapshot()
	wantCodes(t, s, slashed(root), "main.pp:name.undefined")
	if got := fmt.Sprint(s.Problems(slashed(root))); !strings.Contains(got, "b.pp is larger than 64 MiB") {
		t.Errorf("got %s", got)
	}
	if _, err := s.Discover(slashed(root) + "/b.pp"); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("got %v", err)
	}
}

func slashed(p string) string { return filepath.ToSlash(p) }

func write(t *testing.T, root, name, text string) {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// link makes a symbolic link to a path relative to the root, where links exist.
func link(t *testing.T, root, to, name string) {
	t.Helper()
	if err := os.Symlink(filepath.Join(root, filepath.FromSlash(to)), filepath.Join(root, filepath.FromSlash(name))); err != nil {
		t.Skip("no symbolic links here:", err)
	}
}
