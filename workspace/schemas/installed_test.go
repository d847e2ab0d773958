package schemas_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// home makes a Pulumi home with files; those whose names begin with pulumi- can be
// executed.
func home(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := write(t, files)
	for name := range files {
		if strings.HasPrefix(filepath.Base(name), "pulumi-") {
			if err := os.Chmod(filepath.Join(dir, filepath.FromSlash(name)), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// executable is the name of a provider's program on this system.
func executable(name string) string {
	if runtime.GOOS == "windows" {
		return "pulumi-resource-" + name + ".exe"
	}
	return "pulumi-resource-" + name
}

// plugin is the path of the executable of an installed provider.
func plugin(name, version string) string {
	return "plugins/resource-" + name + "-v" + version + "/" + executable(name)
}

// describe is a decision as lines that do not depend on the machine.
func describe(d schema.Decision, dir string) string {
	var b strings.Builder
	rel := func(text string) string {
		return filepath.ToSlash(strings.ReplaceAll(text, dir+string(filepath.Separator), ""))
	}
	b.WriteString(d.State.String() + " " + rel(d.Path+d.Reason) + "\n")
	for _, p := range d.Considered {
		mark := "- "
		if p.Taken {
			mark = "+ "
		}
		b.WriteString(mark + p.Kind.String() + " " + rel(p.Path) + ": " + rel(p.Why) + "\n")
	}
	if d.Install != "" {
		b.WriteString("$ " + d.Install + "\n")
	}
	return b.String()
}

// The plugin that a run would use is chosen as the reference implementation does.
func TestInstalledPlugins(t *testing.T) {
	t.Parallel()
	dir := home(t, map[string]string{
		plugin("p", "1.0.0"):                                             "",
		plugin("pp", "1.0.0"):                                            "",
		plugin("pp", "1.5.0"):                                            "",
		plugin("pp", "2.0.0-beta.1"):                                     "",
		plugin("pp", "9.0.0"):                                            "",
		"plugins/resource-pp-v9.0.0.partial":                             "",
		"plugins/resource-pp-v1.5.0.lock":                                "",
		"plugins/resource-pp-vnext/x":                                    "",
		"plugins/resource-pp-v8.0.0/readme.txt":                          "",
		"plugins/language-pp-v7.0.0/pulumi-language-pp":                  "",
		plugin("pp-more", "6.0.0"):                                       "",
		plugin("PP", "5.0.0"):                                            "",
		plugin("short", "2"):                                             "",
		plugin("build", "1.0.0+a"):                                       "",
		plugin("build", "1.0.0+b"):                                       "",
		plugin("github.com_a_b.git", "0.0.0-x12ab"):                      "",
		"plugins/resource-hosted-v1.0.0/PulumiPlugin.yaml":               "runtime: nodejs\n",
		"plugins/resource-ex.org_x-v1.0.0/sub/" + executable("ex.org_x"): "",
	})
	if runtime.GOOS != "windows" {
		if err := os.Symlink(filepath.Join(dir, "plugins", "resource-pp-v1.0.0"), filepath.Join(dir, "plugins", "resource-pp-v3.0.0")); err != nil {
			t.Fatal(err)
		}
	}
	s := schemas.New(schemas.Options{Home: dir})
	for _, test := range []struct{ name, version, want string }{
		{"p", "", ""},
		{"pp", "", "1.5.0"},
		{"pp", "1.0.0", "1.0.0"},
		{"pp", "1.2.0", ""},
		{"pp", "2.0.0-beta.1", "2.0.0-beta.1"},
		{"pp", "3.0.0", ""},
		{"pp", "8.0.0", ""},
		{"pp", "9.0.0", ""},
		{"PP", "", "5.0.0"},
		{"pp-more", "", "6.0.0"},
		{"short", "2.0.0", "2.0.0"},
		{"build", "1.0.0", "1.0.0+b"},
		{"hosted", "", "1.0.0"},
		{"github.com_a_b.git", "0.0.0-x12ab", "0.0.0-x12ab"},
		{"github.com_a_b.git", "0.0.0-x12ac", ""},
		{"github.com/a/b.git", "", "0.0.0-x12ab"},
		{"ex.org/x", "", "1.0.0"},
		{"../p", "", ""},
	} {
		d, _ := s.Explain(schema.Ref{Name: test.name, Version: test.version})
		if d.Provider.Version != test.want || d.State != schema.Missing {
			t.Errorf("%s %s: got %q, want %q:\n%s", test.name, test.version, d.Provider.Version, test.want, describe(d, dir))
		}
	}
	d, _ := s.Explain(schema.Ref{Name: "pp"})
	got := describe(d, dir)
	for _, want := range []string{
		"missing its provider is installed (plugins/resource-pp-v1.5.0) but was not asked for the schema: allow it with --allow-plugins or the setting pcl.plugins.allow",
		"- plugin plugins/resource-pp-v1.5.0: a run uses it: it is the highest installed version",
		"- plugin plugins/resource-pp-v1.0.0: 1.5.0 is preferred",
		"- plugin plugins/resource-pp-v2.0.0-beta.1: 1.5.0 is preferred",
		"- plugin plugins/resource-pp-v9.0.0: its installation is incomplete",
		"- plugin plugins/resource-pp-v8.0.0: it contains no executable",
		"- plugin plugins/resource-pp-vnext: `next` is not a version",
		"- plugin plugins/resource-PP-v5.0.0: its name has different capitalization",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if runtime.GOOS != "windows" && !strings.Contains(got, "resource-pp-v3.0.0: it is not a real directory; links are not followed") {
		t.Errorf("the link is not mentioned:\n%s", got)
	}
	if d, _ := s.Explain(schema.Ref{Name: "hosted"}); !strings.Contains(d.Reason, "it needs a language host to run") || d.Plugin != "" {
		t.Errorf("a plugin without an executable: %+v", d.Availability)
	}
}

// The installed version decides which cached schema serves a program without a
// version, and the age of the plugin whether a cached schema still counts.
func TestPluginDecidesOnCache(t *testing.T) {
	t.Parallel()
	dir := home(t, map[string]string{
		plugin("aws", "6.0.0"):        "",
		"schemas/aws-6.0.0.json":      text("aws", "6.0.0"),
		"schemas/aws-7.0.0.json":      text("aws", "7.0.0"),
		plugin("other", "1.1.0"):      "",
		"schemas/other-1.0.0.json":    text("other", "1.0.0"),
		plugin("old", "1.0.0"):        "",
		"schemas/old-1.0.0.json":      text("old", "1.0.0"),
		"schemas/wrong-1.0.0.json":    text("wrong", "1.0.1"),
		"schemas/another-1.0.0.json":  text("different", "1.0.0"),
		"schemas/pre-1.0.0-rc.1.json": text("pre", "v1.0.0-rc.1+dirty"),
	})
	old, late := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	for _, f := range []struct {
		name string
		at   time.Time
	}{{"aws-6.0.0", late}, {"aws-7.0.0", late}, {"other-1.0.0", late}, {"old-1.0.0", old}} {
		if err := os.Chtimes(filepath.Join(dir, "schemas", f.name+".json"), f.at, f.at); err != nil {
			t.Fatal(err)
		}
	}
	s := schemas.New(schemas.Options{Home: dir})
	for _, test := range []struct {
		ref  schema.Ref
		want string
	}{
		{schema.Ref{Name: "aws"}, "ready schemas/aws-6.0.0.json\n" +
			"- plugin plugins/resource-aws-v6.0.0: a run uses it: it is the highest installed version\n" +
			"- cache schemas/aws-7.0.0.json: it is version 7.0.0, but 6.0.0 is installed\n" +
			"+ cache schemas/aws-6.0.0.json: it is cached for the installed version\n"},
		{schema.Ref{Name: "aws", Version: "7.0.0"}, "ready schemas/aws-7.0.0.json\n" +
			"- plugin plugins/resource-aws-v6.0.0: it is version 6.0.0, but 7.0.0 is wanted\n" +
			"+ cache schemas/aws-7.0.0.json: it is cached for the wanted version\n" +
			"- cache schemas/aws-6.0.0.json: it is version 6.0.0, but 7.0.0 is wanted\n"},
		{schema.Ref{Name: "other"}, "missing its provider is installed (plugins/resource-other-v1.1.0) but was not asked for the schema: allow it with --allow-plugins or the setting pcl.plugins.allow\n" +
			"- plugin plugins/resource-other-v1.1.0: a run uses it: it is the highest installed version\n" +
			"- cache schemas/other-1.0.0.json: it is version 1.0.0, but 1.1.0 is installed\n"},
		{schema.Ref{Name: "old"}, "ready schemas/old-1.0.0.json\n" +
			"- plugin plugins/resource-old-v1.0.0: a run uses it: it is the highest installed version\n" +
			"+ cache schemas/old-1.0.0.json: it is older than the installed plugin, and there is nothing newer\n"},
		{schema.Ref{Name: "wrong"}, "missing no schema of wrong in schemas (schemas/wrong-1.0.0.json: it contains version 1.0.1)\n" +
			"- cache schemas/wrong-1.0.0.json: it contains version 1.0.1\n$ pulumi plugin install resource wrong\n"},
		{schema.Ref{Name: "another"}, "missing no schema of another in schemas (schemas/another-1.0.0.json: it contains the schema of different)\n" +
			"- cache schemas/another-1.0.0.json: it contains the schema of different\n$ pulumi plugin install resource another\n"},
		{schema.Ref{Name: "pre", Version: "1.0.0-rc.1"}, "ready schemas/pre-1.0.0-rc.1.json\n+ cache schemas/pre-1.0.0-rc.1.json: it is cached for the wanted version\n"},
	} {
		d, _ := s.Explain(test.ref)
		if got := describe(d, dir); got != test.want {
			t.Errorf("%s %s: got\n%s\nwant\n%s", test.ref.Name, test.ref.Version, got, test.want)
		}
	}
}

// The message names the command that installs what is missing, exactly, and none
// that a shell would read otherwise.
func TestInstallCommands(t *testing.T) {
	t.Parallel()
	s := schemas.New(schemas.Options{Home: t.TempDir()})
	param := &schema.Parameterization{Name: "sub", Version: "2.0.0"}
	for _, test := range []struct {
		ref  schema.Ref
		want string
	}{
		{schema.Ref{Name: "aws"}, "pulumi plugin install resource aws"},
		{schema.Ref{Name: "aws", Version: "6.0.0"}, "pulumi plugin install resource aws v6.0.0"},
		{schema.Ref{Name: "aws", Version: "6.0.0", DownloadURL: "https://e.org/x"}, "pulumi plugin install resource aws v6.0.0 --server https://e.org/x"},
		{schema.Ref{Name: "aws", Version: "6.0.0", DownloadURL: "https://e.org/x?a&b"}, ""},
		{schema.Ref{Name: "sub", Plugin: "base", Version: "1.0.0", Parameterization: param}, "pulumi plugin install resource base v1.0.0"},
		{schema.Ref{Name: "sub", Plugin: "base", Parameterization: param}, "pulumi package add base"},
		{schema.Ref{Name: "a; rm -rf x"}, ""},
		{schema.Ref{Name: "--help"}, ""},
	} {
		if _, a := s.Package(test.ref); a.Install != test.want || a.State != schema.Missing {
			t.Errorf("%+v: got %q, want %q", test.ref, a.Install, test.want)
		}
		if _, a := schemas.New(schemas.Options{}).Package(test.ref); a.Install != "" || a.State != schema.Missing {
			t.Errorf("%+v, without a home: got %q, want none", test.ref, a.Install)
		}
	}
}
