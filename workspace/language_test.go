package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// TestWhichLanguage: of all that say a version, the first one counts, down to the newest if nothing does.
func TestWhichLanguage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	options := Options{Pulumi: "3.270.0", Installed: func() (version, file string) { return "3.275.1", "/bin/pulumi" }}
	write("main.pp", "pulumi {\n  requiredVersionRange = \">=3.265.0\"\n}\n")
	write("Pulumi.yaml", "name: p\nruntime: pcl\nrequiredPulumiVersion: \">=3.268.2\"\n")
	write(".pcl-lsp.yaml", "pulumi: \"3.261.0\"\n")
	for _, step := range []struct {
		want string
		then func()
	}{
		{"PCL of Pulumi 3.270, because `--pulumi` or the setting of the editor is 3.270.0", func() { options.Pulumi = "" }},
		{"PCL of Pulumi 3.261, because the setting `pulumi` in .pcl-lsp.yaml is 3.261.0", func() { write(".pcl-lsp.yaml", "") }},
		{"PCL of Pulumi 3.265, because `requiredVersionRange` in main.pp allows 3.265.0", func() { write("main.pp", "a = 1\n") }},
		{"PCL of Pulumi 3.268, because `requiredPulumiVersion` in Pulumi.yaml allows 3.268.2", func() { write("Pulumi.yaml", "name: p\nruntime: pcl\n") }},
		{"PCL of Pulumi 3.275, because the installed `pulumi` is 3.275.1", func() { options.Installed = nil }},
		{"PCL of Pulumi 3.276, the newest that pcl-lsp knows", func() { options.Pulumi = "4.1.0" }},
		{"PCL of Pulumi 3.276, the newest that pcl-lsp knows, because `--pulumi` or the setting of the editor is 4.1.0", func() { options.Pulumi = "3.9.0" }},
		{"PCL of Pulumi 3.260, the oldest that pcl-lsp knows, because `--pulumi` or the setting of the editor is 3.9.0", func() {}},
	} {
		p := New(options).Snapshot().ProgramIn(filepath.ToSlash(dir))
		if got := analysis.EditionOf(p).String(); got != step.want {
			t.Errorf("got  %s\nwant %s", got, step.want)
		}
		step.then()
	}
}

// TestLanguageFollows: a program is judged again when its version changes, by an edit or by a setting.
func TestLanguageFollows(t *testing.T) {
	t.Parallel()
	dir := filepath.ToSlash(t.TempDir())
	s := New(Options{})
	findings := func() string {
		report, err := s.Snapshot().Diagnose(t.Context(), s.Snapshot().ProgramIn(dir))
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, d := range report[dir+"/main.pp"] {
			all = append(all, string(d.Code))
		}
		return strings.Join(all, " ")
	}
	const call = "output a {\n  value = range(3)\n}\n"
	for _, step := range []struct {
		change Change
		want   string
	}{
		{Open{Path: dir + "/main.pp", Text: call}, ""},
		{PulumiChosen{Version: "3.260.0"}, "fn.range"},
		{PulumiChosen{}, ""},
		{Open{Path: dir + "/main.pp", Text: "pulumi {\n  requiredVersionRange = \">=3.260.0\"\n}\n" + call}, "fn.range"},
		{PulumiChosen{Version: "3.276.0"}, ""},
		{PulumiChosen{}, "fn.range"},
		{Open{Path: dir + "/main.pp", Text: "pulumi {\n  requiredVersionRange = \">=3.276.0\"\n}\n" + call}, ""},
	} {
		s.Apply(step.change)
		if got := findings(); got != step.want {
			t.Errorf("after %+v: got %q, want %q", step.change, got, step.want)
		}
	}
}
