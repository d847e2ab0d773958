package workspace_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
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
		{"open/home", "alone", workspace.SchemaOptions{}, schema.Trust},
		{"open/home", "untitled:1", workspace.SchemaOptions{}, schema.Trust},
		{"open/home", "alone", workspace.SchemaOptions{Trusted: func(string) bool { return true }}, 0},
		{"repo/home", "repo/a/b", workspace.SchemaOptions{}, schema.Trust},
		{"repo/home", "alone", workspace.SchemaOptions{}, 0},
		{"away", "repo/a/b", workspace.SchemaOptions{}, 0},
		{"away", "project/src", workspace.SchemaOptions{}, 0},
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
			t.Errorf("home %s, program %s: got %+v, asked %d times", test.home, test.program, a, asked)
		}
	}
}

// A home that comes to lie in the workspace, through a link, needs trust from then on: in what the program is a part of, or in a folder that is open.
func TestHomeComesToLieInWorkspace(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"repo", "alone"} {
		dir := t.TempDir()
		for _, name := range []string{"away", "repo/home"} {
			write(t, dir, name+"/plugins/resource-moon-v1.0.0/pulumi-resource-moon", "")
			write(t, dir, name+"/plugins/resource-moon-v1.0.0/pulumi-resource-moon.exe", "")
			executable(t, filepath.Join(dir, name, "plugins/resource-moon-v1.0.0/pulumi-resource-moon"))
		}
		write(t, dir, "repo/.git/HEAD", "")
		write(t, dir, program+"/main.pp", "")
		home := filepath.Join(dir, "home")
		lead := func(to string) {
			t.Helper()
			_ = os.Remove(home) // the link of before
			if err := os.Symlink(filepath.Join(dir, to), home); err != nil {
				t.Skip("there are no links:", err)
			}
		}
		lead("away")
		open := []string{slashed(dir) + "/other"}
		if program == "alone" {
			open = append(open, slashed(dir)+"/repo")
		}
		s := workspace.New(workspace.Options{Places: workspace.SchemasAt(workspace.SchemaOptions{Home: home, Workspace: func() []string { return open }})})
		s.LoadInBackground(func(_ string, work func(workspace.Caller)) { work(workspace.Caller{}) })
		lacks := func() schema.Grant {
			schemas := s.Snapshot().Schemas(slashed(dir) + "/" + program)
			schemas.Package(schema.Ref{Name: "moon"})
			_, a := s.Apply(workspace.SchemasArrived{}).Schemas(slashed(dir) + "/" + program).Package(schema.Ref{Name: "moon"})
			return a.Lacks
		}
		if got := lacks(); got != schema.Permission {
			t.Fatalf("%s: away, it lacks %d", program, got)
		}
		lead("repo/home")
		s.RefreshSchemas()
		if got := lacks(); got != schema.Permission|schema.Trust {
			t.Errorf("%s: in the workspace, it lacks %d", program, got)
		}
	}
}

// The first folder that is opened counts, although programs were served before without one.
func TestHomeInTheFirstFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "repo/home/plugins/resource-moon-v1.0.0/pulumi-resource-moon", "")
	write(t, dir, "repo/home/plugins/resource-moon-v1.0.0/pulumi-resource-moon.exe", "")
	executable(t, filepath.Join(dir, "repo/home/plugins/resource-moon-v1.0.0/pulumi-resource-moon"))
	write(t, dir, "alone/main.pp", "")
	var open []string
	s := workspace.New(workspace.Options{Places: workspace.SchemasAt(workspace.SchemaOptions{Home: filepath.Join(dir, "repo/home"), Workspace: func() []string { return open }})})
	for _, lacks := range []schema.Grant{schema.Permission, schema.Permission | schema.Trust, schema.Permission} {
		_, a := s.Apply(workspace.SchemasChanged{}).Schemas(slashed(dir) + "/alone").Package(schema.Ref{Name: "moon"})
		if a.Lacks != lacks {
			t.Errorf("with the folders %v, it lacks %d, not %d", open, a.Lacks, lacks)
		}
		if open == nil {
			open = []string{slashed(dir) + "/repo"}
		} else {
			open = []string{}
		}
	}
}

// Each further folder that is open, with a program in it, costs as many looks at the disk as the one before.
func TestFoldersAreLookedAtOnce(t *testing.T) {
	t.Parallel()
	looks := func(n int) (all int64) {
		dir := slashed(t.TempDir())
		var open []string
		for i := range n {
			write(t, dir, fmt.Sprintf("w%d/main.pp", i), "a = 1\n")
			open = append(open, fmt.Sprintf("%s/w%d", dir, i))
		}
		counted := countedFS{disk.Machine{}, &atomic.Int64{}}
		s := workspace.New(workspace.Options{FS: counted, Places: workspace.SchemasAt(workspace.SchemaOptions{
			FS: counted, Home: dir + "/home", Workspace: func() []string { return open },
		})})
		s.LoadInBackground(func(_ string, work func(workspace.Caller)) { work(workspace.Caller{}) })
		search := s.Snapshot().SearchInSteps(open...)
		for search.Step() {
		}
		for _, found := range search.Dirs() {
			s.Snapshot().ProgramIn(found)
		}
		s.RefreshSchemas()
		s.Watched()
		return counted.asked.Load()
	}
	ten, twenty, thirty := looks(10), looks(20), looks(30)
	if twenty-ten != thirty-twenty {
		t.Errorf("10, 20 and 30 folders cost %d, %d and %d looks", ten, twenty, thirty)
	}
}

// What was being decided with trust when that was taken does not count.
func TestTrustIsTakenDuringALook(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := slashed(dir) + "/w"
	write(t, dir, "w/.git/HEAD", "")
	write(t, dir, "w/main.pp", "")
	write(t, dir, "w/plug/pulumi-resource-moon", "")
	write(t, dir, "w/plug/pulumi-resource-moon.exe", "")
	executable(t, filepath.Join(dir, "w/plug/pulumi-resource-moon"))
	const project = "name: w\nruntime: pcl\nplugins: {providers: [{name: moon, path: plug}]}\n"
	write(t, dir, "w/Pulumi.yaml", project)

	var s *workspace.Session
	trusted, asked := true, 0
	meanwhile := func() {} // during a decision, after it has heard of trust
	s = workspace.New(workspace.Options{Places: workspace.SchemasAt(workspace.SchemaOptions{
		Trusted: func(string) bool {
			heard := trusted
			meanwhile()
			return heard
		},
		Ask: func(_ schemas.Caller, d schema.Decision) schemas.Answer {
			asked++
			if d.Needs != schema.Permission|schema.Trust {
				t.Errorf("to be asked it needs %d", d.Needs)
			}
			return schemas.Answer{State: schema.Broken, Reason: "asked"}
		},
	})})
	s.LoadInBackground(func(_ string, work func(workspace.Caller)) { work(workspace.Caller{}) })
	get := func() schema.Availability {
		s.Snapshot().Schemas(program).Package(schema.Ref{Name: "moon"})
		_, a := s.Apply(workspace.SchemasArrived{}).Schemas(program).Package(schema.Ref{Name: "moon"})
		return a
	}
	if a := get(); a.Reason != "asked" || asked != 1 {
		t.Fatalf("with trust: got %+v, asked %d times", a, asked)
	}
	write(t, dir, "w/Pulumi.yaml", project+"main: .\npackages: {sun: ./sun}\n") // other places
	meanwhile = func() {
		meanwhile = func() {}
		trusted = false
		s.Apply(workspace.SchemasChanged{})
		get()
	}
	s.RefreshSchemas()
	if a := get(); a.Lacks != schema.Trust || asked != 1 {
		t.Errorf("without trust: got %+v, asked %d times", a, asked)
	}
}

func executable(t *testing.T, file string) {
	t.Helper()
	if err := os.Chmod(file, 0o755); err != nil {
		t.Fatal(err)
	}
}
