package workspace_test

import (
	"context"
	"path"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// places are the directories that a decision mentions, relative to a root.
func mentioned(d schema.Decision, root string) string {
	var found []string
	for _, p := range d.Considered {
		found = append(found, strings.TrimPrefix(slashed(p.Path), root+"/"))
	}
	return strings.Join(found, " ")
}

// A project names plugins, also those that its plugins need. Where such a plugin is
// there, no other one is recommended.
func TestProjectPlugins(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"w/Pulumi.yaml": "name: w\nruntime: pcl\nmain: src\nplugins:\n  providers:\n    - name: named\n      path: bin/named\n      version: v1.0.0\n    - path: nameless\n" +
			"packages:\n  local: ./local\n  up: {source: ../up}\n  here: .\n  far: random@4.0.0\n  url: github.com/o/r@1.0.0\n  org: pulumi/aws\n  git: git://example.com/x\n  odd: [1]\n",
		"w/src/main.pp":                    "a = 1\n",
		"w/bin/named/readme":               "",
		"w/local/PulumiPlugin.yaml":        "runtime: nodejs\npackages:\n  inner: ./inner\n  again: ../local\n",
		"w/local/inner/PulumiPlugin.yaml":  "runtime: [\n",
		"up/readme":                        "",
		"broken/Pulumi.yaml":               "runtime: pcl\nplugins: 7\npackages: {local: ./x}\n",
		"broken/main.pp":                   "a = 1\n",
		"alone/main.pp":                    "a = 1\n",
		"nested/Pulumi.yaml":               "runtime: pcl\npackages: {local: ../w/local}\n",
		"nested/deep/component/program.pp": "a = 1\n",
	} {
		write(t, dir, name, text)
	}
	root := slashed(dir)
	places := workspace.NewSchemaPlaces(nil, root+"/home")
	explain := func(program, name string) schema.Decision {
		d, ok := places.In(path.Join(root, program)).(analysis.Explainer).Explain(schema.Ref{Name: name})
		if !ok {
			t.Fatalf("%s in %s: no decision", name, program)
		}
		return d
	}
	for _, test := range []struct{ dir, name, want, install string }{
		{"w/src", "named", "w/bin/named", "pulumi plugin install resource named"},
		{"w/src", "nameless", "", "pulumi plugin install resource nameless"},
		{"w/src", "local", "w/local", ""},
		{"w/src", "inner", "w/local/inner", ""},
		{"w/src", "again", "w/local", ""},
		{"w/src", "up", "up", "pulumi plugin install resource up"},
		{"w/src", "here", "w", "pulumi plugin install resource here"},
		{"w/src", "far", "", "pulumi install"},
		{"w/src", "url", "", "pulumi install"},
		{"w/src", "org", "", "pulumi install"},
		{"w/src", "git", "", "pulumi install"},
		{"broken", "local", "broken/x", "pulumi plugin install resource local"},
		{"alone", "local", "", "pulumi plugin install resource local"},
		{"nested/deep/component", "inner", "w/local/inner", ""},
	} {
		d := explain(test.dir, test.name)
		if got := mentioned(d, root); got != test.want || d.Install != test.install {
			t.Errorf("%s in %s: got %q and %q, want %q and %q", test.name, test.dir, got, d.Install, test.want, test.install)
		}
	}
	if places.In(path.Join(root, "alone")) == places.In(path.Join(root, "w/src")) {
		t.Error("programs with other plugins share their schemas")
	}
	if places.In(path.Join(root, "w/src")) != places.In(path.Join(root, "w")) {
		t.Error("one project has two kinds of schemas")
	}
}

// Trust is asked for by the program, and nothing is asked without it.
func TestTrust(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root := slashed(dir)
	for _, p := range []string{"good", "bad"} {
		write(t, dir, p+"/Pulumi.yaml", "runtime: pcl\nplugins: {providers: [{name: pp, path: bin}]}\n")
		write(t, dir, p+"/bin/PulumiPlugin.yaml", "runtime: go\n")
	}
	write(t, dir, "answer.json", `{"name":"pp","version":"1.0.0"}`)
	asked := 0
	places := workspace.SchemasAt(workspace.SchemaOptions{
		Trusted: func(dir string) bool { return path.Base(dir) == "good" },
		Asked: func(ref schema.Ref, p schema.Plugin) (string, bool) {
			if p.From == schema.ProjectSource {
				asked++
				return path.Join(root, "answer.json"), true
			}
			return "", false
		},
		Ask: func(schemas.Caller, schema.Decision) schemas.Answer {
			t.Error("a plugin was asked that a language host would have to run")
			return schemas.Answer{}
		},
	})
	for _, test := range []struct {
		dir  string
		want schema.State
	}{{"good", schema.Ready}, {"bad", schema.Missing}} {
		if _, a := places.In(path.Join(root, test.dir)).Package(schema.Ref{Name: "pp"}); a.State != test.want {
			t.Errorf("%s: got %+v", test.dir, a)
		}
	}
	if asked != 1 {
		t.Errorf("looked for %d answers, want 1", asked)
	}
}

// A package block below sdks is not seen by the program; the finding says where it
// is. Changes of projects and of such files are seen.
func TestSDKs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root := slashed(dir)
	write(t, dir, "p/Pulumi.yaml", "name: p\nruntime: pcl\n")
	write(t, dir, "p/main.pp", "resource a \"sub:index:A\" {\n}\n")
	places := workspace.NewSchemaPlaces(nil, root+"/home")
	s := workspace.New(workspace.Options{SchemasIn: places.In})
	message := func(snapshot *workspace.Snapshot) string {
		t.Helper()
		found, err := snapshot.Diagnose(context.Background(), snapshot.ProgramIn(root+"/p"))
		if err != nil || len(found[root+"/p/main.pp"]) != 1 {
			t.Fatalf("got %v, %v", found, err)
		}
		return found[root+"/p/main.pp"][0].Message
	}
	if got, want := message(s.Snapshot()), "; `pulumi plugin install resource sub` installs its provider"; !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want …%q", got, want)
	}
	write(t, dir, "p/Pulumi.yaml", "name: p\nruntime: pcl\npackages: {sub: base@1.0.0}\n")
	if got, want := message(s.Apply(workspace.DiskChanged{Paths: []string{root + "/p/Pulumi.yaml"}})), "; `pulumi install` installs its provider"; !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want …%q", got, want)
	}
	file := "p/sdks/sub/sub-2.0.0.pp"
	write(t, dir, file, "package \"sub\" {\n  baseProviderName = \"base\"\n  baseProviderVersion = \"1.0.0\"\n  parameterization {\n    name = \"sub\"\n    version = \"2.0.0\"\n    value = \"e30=\"\n  }\n}\n")
	write(t, dir, "p/sdks/readme.pp", "package \"sub\" {\n}\n")
	want := "; `sdks/sub/sub-2.0.0.pp` declares it: copy its package block into the program"
	if got := message(s.Apply(workspace.DiskChanged{Paths: []string{path.Join(root, file)}})); !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want …%q", got, want)
	}
	_, a := places.In(root + "/p").Package(schema.Ref{Name: "sub"})
	if slashed(a.DeclaredIn) != path.Join(root, file) {
		t.Errorf("got %+v", a)
	}
	declared := schema.Ref{Name: "sub", Plugin: "base", Version: "1.0.0", Parameterization: &schema.Parameterization{Name: "sub", Version: "2.0.0", Value: []byte("{}")}}
	if _, a := places.In(root + "/p").Package(declared); a.DeclaredIn != "" {
		t.Errorf("what the program declares is declared elsewhere: %+v", a)
	}
}
