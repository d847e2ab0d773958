package schemas_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

func variables(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

// What the workspace chooses goes before installed plugins, where it is trusted.
func TestLocalPlugins(t *testing.T) {
	t.Parallel()
	dir := home(t, map[string]string{
		"schemas/pp-1.0.0.json":                 text("pp", "1.0.0"),
		"schemas/amb-1.0.0.json":                text("amb", "1.0.0"),
		"plug/" + executable("pp"):              "",
		"renamed/" + executable("original"):     "",
		"bin/" + executable("amb"):              "",
		"empty/readme.txt":                      "",
		"answers/pp.json":                       text("pp", "9.0.0"),
		"answers/amb.json":                      text("amb", "8.0.0"),
		"answers/original.json":                 text("original", "1.0.0"),
		"relative/" + executable("rel"):         "",
		"plugins/resource-zz-v1.0.0/readme.txt": "",
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	options := func(trusted bool, more ...string) schemas.Options {
		values := map[string]string{"PATH": strings.Join([]string{"relative", "", at("nowhere"), at("bin")}, string(os.PathListSeparator))}
		for _, name := range more {
			values[name] = "true"
		}
		return schemas.Options{
			Home: dir, Trusted: trusted, Variable: variables(values),
			Project: []schemas.LocalPlugin{
				{Name: "pp", Version: "7.0.0", Dir: at("plug"), Source: "`plugins` in Pulumi.yaml"},
				{Name: "loc", Dir: at("renamed"), Source: "`packages` in Pulumi.yaml"},
				{Name: "none", Dir: at("empty"), Source: "`plugins` in Pulumi.yaml"},
				{Name: "gone", Dir: at("gone"), Source: "`plugins` in Pulumi.yaml"},
			},
			Ask: func(_ schemas.Caller, d schema.Decision) schemas.Answer {
				name := filepath.Base(d.Provider.Executable)
				name = strings.TrimSuffix(strings.TrimPrefix(name, "pulumi-resource-"), ".exe")
				return schemas.Answer{State: schema.Ready, Path: at("answers/" + name + ".json")}
			},
		}
	}
	for _, test := range []struct {
		name, version string
		options       schemas.Options
		want          string
	}{
		{"pp", "", options(true), "ready answers/pp.json\n- project plug: a run uses it, because the project names it\n+ asked answers/pp.json: the plugin supplied it\n"},
		{"pp", "", options(false), "ready schemas/pp-1.0.0.json\n- project plug: a run uses it, because the project names it; it was not asked, because the workspace is not trusted (trust it with --trust-workspace or in the editor)\n" +
			"+ cache schemas/pp-1.0.0.json: it is the highest cached version, and no version is installed\n"},
		{"pp", "1.0.0", options(true), "ready schemas/pp-1.0.0.json\n- project plug: named by `plugins` in Pulumi.yaml, but it is version 7.0.0, but 1.0.0 is wanted\n" +
			"+ cache schemas/pp-1.0.0.json: it is cached for the wanted version\n"},
		{"amb", "", options(true), "ready answers/amb.json\n- path bin/" + executable("amb") + ": a run uses it, because it is on the PATH\n+ asked answers/amb.json: the plugin supplied it\n"},
		{"amb", "1.0.0", options(true), "ready schemas/amb-1.0.0.json\n- path bin/" + executable("amb") + ": a run uses it, because it is on the PATH\n" +
			"- asked answers/amb.json: it is version 8.0.0, but 1.0.0 is wanted\n+ cache schemas/amb-1.0.0.json: it is cached for the wanted version\n"},
		{"amb", "", options(true, "PULUMI_IGNORE_AMBIENT_PLUGINS"), "ready schemas/amb-1.0.0.json\n- path bin/" + executable("amb") + ": PULUMI_IGNORE_AMBIENT_PLUGINS is set\n" +
			"+ cache schemas/amb-1.0.0.json: it is the highest cached version, and no version is installed\n"},
		{"loc", "", options(true), "broken its provider did not supply a schema: it contains the schema of original\n- project renamed: a run uses it, because the project names it\n" +
			"- asked answers/original.json: it contains the schema of original\n"},
		{"none", "", options(true), "missing no schema of none in schemas\n- project empty: named by `plugins` in Pulumi.yaml, but it contains no executable\n$ pulumi plugin install resource none\n"},
		{"rel", "", options(true), "missing no schema of rel in schemas\n$ pulumi plugin install resource rel\n"},
	} {
		d, _ := schemas.New(test.options).Explain(schema.Ref{Name: test.name, Version: test.version})
		if got := describe(d, dir); got != test.want {
			t.Errorf("%s %s: got\n%s\nwant\n%s", test.name, test.version, got, test.want)
		}
	}
}

// Nothing is asked without permission; what was asked earlier serves all the same.
func TestAsking(t *testing.T) {
	t.Parallel()
	dir := home(t, map[string]string{
		plugin("pp", "1.0.0"): "",
		"own/pp.json":         text("pp", "1.0.0"),
		"own/cut.json":        `{"name":"pp","version":"1.0.0","resources":{`,
		"own/other.json":      text("qq", "1.0.0"),
	})
	own := func(name string) string { return filepath.Join(dir, "own", name+".json") }
	asked := func(name string) func(schema.Ref, schema.Plugin) (string, bool) {
		return func(ref schema.Ref, p schema.Plugin) (string, bool) {
			if ref.Version != "1.0.0" || p.Executable == "" {
				t.Errorf("asked for %+v of %+v", ref, p)
			}
			return own(name), true
		}
	}
	answer := func(a schemas.Answer) func(schemas.Caller, schema.Decision) schemas.Answer {
		return func(_ schemas.Caller, d schema.Decision) schemas.Answer {
			if filepath.Base(d.Provider.Executable) != executable("pp") || d.Provider.Version != "1.0.0" || d.Ref.Name != "pp" {
				t.Errorf("asked %+v", d)
			}
			return a
		}
	}
	for _, test := range []struct {
		name    string
		options schemas.Options
		state   schema.State
		want    string
		plugin  bool
	}{
		{"not allowed", schemas.Options{}, schema.Missing, "allow it with --allow-plugins", true},
		{"asked earlier", schemas.Options{Asked: asked("pp")}, schema.Ready, "own/pp.json", false},
		{"a damaged answer, not allowed", schemas.Options{Asked: asked("cut")}, schema.Broken, "cannot be used: not a package schema", true},
		{"a damaged answer, asked again", schemas.Options{Asked: asked("cut"), Ask: answer(schemas.Answer{State: schema.Ready, Path: own("pp")})}, schema.Ready, "own/pp.json", false},
		{"an answer that is gone", schemas.Options{Asked: asked("gone")}, schema.Missing, "allow it", true},
		{"an answer about another package", schemas.Options{Ask: answer(schemas.Answer{State: schema.Ready, Path: own("other")})}, schema.Broken, "its provider did not supply a schema: it contains the schema of qq", false},
		{"refused", schemas.Options{Ask: answer(schemas.Answer{State: schema.Missing, Reason: "the workspace is not trusted"})}, schema.Missing, "not asked for the schema: the workspace is not trusted", true},
		{"failed", schemas.Options{Ask: answer(schemas.Answer{State: schema.Broken, Reason: "its provider ended at once"})}, schema.Broken, "its provider ended at once", false},
		{"on the way", schemas.Options{Ask: answer(schemas.Answer{State: schema.State(200), Reason: "being asked"})}, schema.State(200), "being asked", false},
	} {
		test.options.Home = dir
		p, a := schemas.New(test.options).Package(schema.Ref{Name: "pp"})
		if a.State != test.state || !strings.Contains(filepath.ToSlash(a.Path+a.Reason), test.want) || (p != nil) != (a.State == schema.Ready) || (a.Plugin != "") != test.plugin {
			t.Errorf("%s: got %+v, want %d %s", test.name, a, test.state, test.want)
		}
	}
}

// What cannot be read is said, and the rest counts.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("everything can be read")
	}
	dir := home(t, map[string]string{
		"schemas/pp-1.0.0.json":  text("pp", "1.0.0"),
		"given/a.json":           text("aa", "1.0.0"),
		plugin("pp", "2.0.0"):    "",
		"other/plugins/x/readme": "",
	})
	for _, name := range []string{"given", "plugins"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	s := schemas.New(schemas.Options{Paths: []string{filepath.Join(dir, "given")}, Home: dir})
	check(t, s, dir, schema.Ref{Name: "pp"}, "ready schemas/pp-1.0.0.json")
	_, a := s.Package(schema.Ref{Name: "aa"})
	if a.State != schema.Missing || !strings.Contains(a.Reason, "permission denied") {
		t.Errorf("got %+v", a)
	}
	for _, name := range []string{"given", "plugins"} {
		if err := os.Chmod(filepath.Join(dir, name), 0o755); err != nil { // so that it can be removed
			t.Fatal(err)
		}
	}
}

// A damaged file is passed over for the next best, and said to be damaged.
func TestNextBest(t *testing.T) {
	t.Parallel()
	dir := home(t, map[string]string{
		"given/pp.json":         `{"name":"pp","version":"1.0.0","resources":{`,
		"schemas/pp-1.0.0.json": text("pp", "1.0.0"),
		"given/huge/inside.txt": "",
	})
	s := schemas.New(schemas.Options{Paths: []string{filepath.Join(dir, "given")}, Home: dir})
	d, _ := s.Explain(schema.Ref{Name: "pp", Version: "1.0.0"})
	want := "ready schemas/pp-1.0.0.json\n- given given/pp.json: it cannot be used: not a package schema: byte 44: unexpected EOF\n" +
		"+ cache schemas/pp-1.0.0.json: it is cached for the wanted version\n"
	if got := describe(d, dir); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A folder with very many files is looked at in part.
func TestHugeFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range schemas.MaxFolder + 2 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.json", i)), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, a := schemas.New(schemas.Options{Paths: []string{dir}}).Package(schema.Ref{Name: "pp"})
	if a.State != schema.Missing || !strings.Contains(a.Reason, "has more than 4096 schema files") {
		t.Errorf("got %+v", a.State)
	}
}

// Files where directories belong, pipes and the like are passed over.
func TestInTheWay(t *testing.T) {
	t.Parallel()
	dir := home(t, map[string]string{"schemas": "", "plugins": "", "given/pp-1.0.0.json/x": "", "given/pp.json": text("pp", "1.0.0")})
	s := schemas.New(schemas.Options{Paths: []string{filepath.Join(dir, "given")}, Home: dir})
	check(t, s, dir, schema.Ref{Name: "pp"}, "ready given/pp.json")
	if _, a := s.Package(schema.Ref{Name: "aa"}); a.State != schema.Missing || !strings.Contains(a.Reason, "plugins: not a directory") && runtime.GOOS != "windows" {
		t.Errorf("got %+v", a)
	}
}
