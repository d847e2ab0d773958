package workspace_test

import (
	"path"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// The mode of a settings file counts for its programs, and follows the file; one that was
// chosen goes before it.
func TestModeOfSettingsFile(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/.pcl-lsp.yaml": "mode: lenient\n", "/w/a.pp": "output a {\n  value = x\n}\n", "/v/a.pp": "output a {\n  value = x\n}\n",
	}
	session := open(files)
	for dir, want := range map[string]string{"/w": "warning", "/v": "error"} {
		if got := severity(t, session.Snapshot(), dir); got != want {
			t.Errorf("%s: got %s, want %s", dir, got, want)
		}
	}
	strict := workspace.New(workspace.Options{FS: files, ModeChosen: true})
	if got := severity(t, strict.Snapshot(), "/w"); got != "error" {
		t.Errorf("strict was chosen: got %s", got)
	}
	mode, err := analysis.ParseMode("lenient")
	if err != nil {
		t.Fatal(err)
	}
	lenient := workspace.New(workspace.Options{FS: files, Mode: mode})
	if got := severity(t, lenient.Snapshot(), "/v"); got != "warning" {
		t.Errorf("lenient was chosen: got %s", got)
	}
	files["/w/.pcl-lsp.yaml"] = "mode: strict\n"
	if got := severity(t, session.Apply(workspace.DiskChanged{Paths: []string{"/w/.pcl-lsp.yaml"}}), "/w"); got != "error" {
		t.Errorf("after the file changed: got %s", got)
	}
}

// A settings file that is open counts as the editor has it, whether it is on disk or not.
func TestSettingsFileIsEdited(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/.pcl-lsp.yaml": "rules: {name.undefined: warning}\n", "/w/sub/a.pp": "output a {\n  value = x\n}\n"}
	session := open(files)
	const file = "/w/.pcl-lsp.yaml"
	step := func(what, want string, change workspace.Change) {
		t.Helper()
		snapshot := session.Snapshot()
		if change != nil {
			snapshot = session.Apply(change)
		}
		if got := severity(t, snapshot, "/w/sub"); got != want {
			t.Errorf("%s: got %s, want %s", what, got, want)
		}
	}
	step("before", "warning", nil)
	step("opened", "hint", workspace.Open{Path: file, Text: "rules: {name.undefined: hint}\n", Version: 1})
	step("edited", "none", workspace.Open{Path: file, Text: "rules: {name.undefined: off}\n", Version: 2})
	if session.CatchUp() {
		t.Error("what is open is not as the disk says")
	}
	step("broken", "error", workspace.Open{Path: file, Text: "rules: {name.undefined: of}\n", Version: 3})
	if faults := session.Snapshot().SettingsFaults("/w/sub"); len(faults) != 1 || faults[0].Path != file {
		t.Errorf("got %v", faults)
	}
	step("closed", "warning", workspace.Close{Path: file})
	step("a new file", "hint", workspace.Open{Path: "/w/sub/.pcl-lsp.yaml", Text: "rules: {name.undefined: hint}\n", Version: 1})
	step("that was never saved", "warning", workspace.Close{Path: "/w/sub/.pcl-lsp.yaml"})
}

// The stack of a settings file is that of its programs, unless one is selected.
func TestStackOfSettingsFile(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/.pcl-lsp.yaml": "stack: dev\n", "/w/Pulumi.yaml": "name: p\nruntime: pcl\n",
		"/w/Pulumi.dev.yaml": "config: {}\n", "/w/Pulumi.prod.yaml": "config: {}\n", "/w/a.pp": "a = 1\n",
	}
	session := open(files)
	want := func(what, want string, s *workspace.Snapshot) {
		t.Helper()
		got := ""
		if stack := s.ProgramIn("/w").Stack(); stack != nil {
			got = stack.Path
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	want("the file's", "/w/Pulumi.dev.yaml", session.Snapshot())
	want("another one is selected", "/w/Pulumi.prod.yaml", session.Apply(workspace.StackSelected{Stack: "prod"}))
	want("none is selected", "/w/Pulumi.dev.yaml", session.Apply(workspace.StackSelected{}))
	files["/w/.pcl-lsp.yaml"] = "stack: prod\n"
	want("the file changes", "/w/Pulumi.prod.yaml", session.Apply(workspace.DiskChanged{Paths: []string{"/w/.pcl-lsp.yaml"}}))
	delete(files, "/w/.pcl-lsp.yaml")
	want("without the file", "", session.Apply(workspace.DiskChanged{Paths: []string{"/w/.pcl-lsp.yaml"}}))
}

// Schemas of a settings file are found from where the file is, by the programs that it
// counts for, and follow the file on disk.
func TestSchemasOfSettingsFile(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "more/p.json", `{"name":"p","version":"1.0.0","resources":{"p:index:A":{}}}`)
	write(t, root, "w/.pcl-lsp.yaml", "schemas: {paths: [../more, /etc]}\nrules: {settings.invalid: off}\n")
	write(t, root, "w/sub/main.pp", "resource a \"p:index:A\" {\n}\n")
	write(t, root, "v/main.pp", "resource a \"p:index:A\" {\n}\n")
	places := workspace.NewSchemaPlaces(nil, "")
	s := workspace.New(workspace.Options{Places: places})
	at := func(name string) string { return path.Join(slashed(root), name) }
	version := func(dir string) string {
		t.Helper()
		p, a := s.Snapshot().Schemas(at(dir)).Package(schema.Ref{Name: "p"})
		if p == nil {
			return a.State.String()
		}
		return a.Version
	}
	if got := version("w/sub") + " " + version("v"); got != "1.0.0 missing" {
		t.Errorf("got %s", got)
	}
	if faults := s.Snapshot().SettingsFaults(at("w/sub")); len(faults) != 1 || !strings.Contains(faults[0].Message, "relative to that file") {
		t.Errorf("got %v", faults)
	}
	write(t, root, "w/.pcl-lsp.yaml", "schemas: {paths: []}\n")
	s.Apply(workspace.DiskChanged{Paths: []string{at("w/.pcl-lsp.yaml")}})
	s.RefreshSchemas()
	if got := version("w/sub"); got != "missing" {
		t.Errorf("after the file changed: got %s", got)
	}
}
