package workspace_test

import (
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// The plugins of a Pulumi home need trust where the home was moved into the
// workspace: into a folder that is open, or into what the program is a part of.
func TestHomeInWorkspace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root := slashed(dir)
	for _, name := range []string{"open/home", "open/x", "repo/home", "away"} {
		write(t, dir, name+"/plugins/resource-moon-v1.0.0/pulumi-resource-moon", "")
		write(t, dir, name+"/plugins/resource-moon-v1.0.0/pulumi-resource-moon.exe", "")
		executable(t, filepath.Join(dir, name, "plugins/resource-moon-v1.0.0/pulumi-resource-moon"))
	}
	for name, text := range map[string]string{
		"repo/.git/HEAD": "", "repo/a/b/main.pp": "", "project/Pulumi.yaml": "runtime: pcl\nmain: src\n", "project/src/main.pp": "", "alone/main.pp": "",
	} {
		write(t, dir, name, text)
	}
	for _, test := range []struct {
		home, program string
		options       workspace.SchemaOptions
		want          schema.Grant
	}{
		{"open/home", "alone", workspace.SchemaOptions{HomeMoved: true}, schema.Trust},
		{"open/home", "untitled:1", workspace.SchemaOptions{HomeMoved: true}, schema.Trust},
		{"open/home", "alone", workspace.SchemaOptions{}, 0},
		{"open/home", "alone", workspace.SchemaOptions{HomeMoved: true, Trusted: func(string) bool { return true }}, 0},
		{"repo/home", "repo/a/b", workspace.SchemaOptions{HomeMoved: true}, schema.Trust},
		{"repo/home", "alone", workspace.SchemaOptions{HomeMoved: true}, 0},
		{"away", "repo/a/b", workspace.SchemaOptions{HomeMoved: true}, 0},
		{"away", "project/src", workspace.SchemaOptions{HomeMoved: true}, 0},
	} {
		asked := 0
		test.options.Home = filepath.Join(dir, test.home)
		test.options.Workspace = func() []string { return []string{root + "/open", "untitled:x"} }
		test.options.Ask = func(schemas.Caller, schema.Decision) schemas.Answer {
			asked++
			return schemas.Answer{State: schema.Broken, Reason: "asked"}
		}
		program := test.program
		if program != "untitled:1" {
			program = path.Join(root, program)
		}
		_, a := workspace.SchemasAt(test.options).In(program).Package(schema.Ref{Name: "moon"})
		if a.Lacks != test.want || (asked == 0) != (test.want == schema.Trust) {
			t.Errorf("home %s, program %s, moved %t: got %+v, asked %d times", test.home, test.program, test.options.HomeMoved, a, asked)
		}
	}
}

func executable(t *testing.T, file string) {
	t.Helper()
	if err := os.Chmod(file, 0o755); err != nil {
		t.Fatal(err)
	}
}
