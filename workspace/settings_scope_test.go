package workspace_test

import (
	"context"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// A pattern is for files and folders at or below the settings file, and a folder stands
// for all that is in it.
func TestExcludedPaths(t *testing.T) {
	t.Parallel()
	files := fixture.Files{}
	names := []string{"main.pp", "gen/main.pp", "gen/deep/main.pp", "app/main.pp", "app/main_gen.pp", "app/gen/main.pp"}
	for _, name := range names {
		files["/w/"+name] = "output a {\n  value = x\n}\n"
	}
	for _, test := range []struct{ settings, shown string }{
		{"", "main.pp gen/main.pp gen/deep/main.pp app/main.pp app/main_gen.pp app/gen/main.pp "},
		{"exclude: [gen]\n", "main.pp app/main.pp app/main_gen.pp app/gen/main.pp "},
		{"exclude: [./gen/]\n", "main.pp app/main.pp app/main_gen.pp app/gen/main.pp "},
		{"exclude: [\"gen/**\"]\n", "main.pp app/main.pp app/main_gen.pp app/gen/main.pp "},
		{"exclude: [\"**/gen\"]\n", "main.pp app/main.pp app/main_gen.pp "},
		{"exclude: [\"**/*_gen.pp\", main.pp]\n", "gen/main.pp gen/deep/main.pp app/main.pp app/gen/main.pp "},
		{"exclude: [\"*\"]\n", ""}, {"exclude: [\"**\"]\n", ""}, {"exclude: [.]\n", ""},
		{"include: [app]\n", "app/main.pp app/main_gen.pp app/gen/main.pp "},
		{"include: [app]\nexclude: [\"**/gen\"]\n", "app/main.pp app/main_gen.pp "},
		{"include: [\"{gen,app}/*.pp\"]\n", "gen/main.pp app/main.pp app/main_gen.pp "},
	} {
		files["/w/.pcl-lsp.yaml"] = test.settings
		s := open(files).Snapshot()
		shown := ""
		for _, name := range names {
			p := s.Program("/w/" + name)
			byFile, err := s.Diagnose(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			near, _, err := s.Touching(context.Background(), p, "/w/"+name, syntax.Span{End: 30})
			if err != nil {
				t.Fatal(err)
			}
			found := len(byFile["/w/"+name]) > 0
			if found {
				shown += name + " "
			}
			if found == s.Excluded("/w/"+name) || found != (len(near) > 0) {
				t.Errorf("%q: %s: %t findings, %d touching, excluded: %t", test.settings, name, found, len(near), s.Excluded("/w/"+name))
			}
		}
		if shown != test.shown {
			t.Errorf("%q: findings in %q, want %q", test.settings, shown, test.shown)
		}
	}
}

// Patterns that cannot be meant, or that would cost too much, are faults.
func TestPatternFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ pattern, want string }{
		{"\"!a\"", "\"!a\": a pattern cannot start with `!`; list exceptions in `exclude`, which takes precedence over `include`"},
		{"/a", "/a: a pattern must stay in the folder of the settings file, with `/` between names"},
		{"a/../../b", "a/../../b: a pattern must stay in the folder of the settings file, with `/` between names"},
		{"'a\\b'", "'a\\b': a pattern must stay in the folder of the settings file, with `/` between names"},
		{"'a[b'", "'a[b': \"a[b\" is not a valid pattern; use names with *, ?, [a-z], {a,b}, and ** for any folders"},
		{"'{a,b}{a,b}{a,b}{a,b}{a,b}'", "'{a,b}{a,b}{a,b}{a,b}{a,b}': this pattern has too many alternatives; split it into several patterns"},
	} {
		if got := faults("exclude:\n  - " + test.pattern + "\n"); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// Of the overrides that match the last one that says something decides, and an edit of
// the file changes what is shown at once.
func TestOverrides(t *testing.T) {
	t.Parallel()
	const text = "output a {\n  value = x\n}\n"
	session := open(fixture.Files{"/w/old/main.pp": text, "/w/new/main.pp": text})
	version := 0
	for _, test := range []struct{ settings, old, fresh string }{
		{"", "error", "error"},
		{"rules: {name.undefined: hint}\n", "hint", "hint"},
		{"rules: {name.undefined: hint}\noverrides: [{paths: [old], rules: {name.*: warning}}]\n", "warning", "hint"},
		{"overrides: [{paths: [old], rules: {name.*: warning}}, {paths: [\"**/*.pp\"], rules: {name.*: off}}]\n", "none", "none"},
		{"overrides: [{paths: [\"**/*.pp\"], rules: {name.*: off}}, {paths: [old], rules: {name.*: warning}}]\n", "warning", "none"},
		{"overrides: [{paths: [old], mode: lenient}]\n", "warning", "error"},
		{"mode: lenient\noverrides: [{paths: [old], mode: strict}]\n", "error", "warning"},
		{"exclude: [old]\n", "none", "error"},
		{"overrides: [{paths: [old], mode: lenient}, {paths: [old], rules: {name.*: hint}}, {paths: [.], mode: vars}]\n", "hint", "warning"},
		{"", "error", "error"},
	} {
		version++
		s := session.Apply(workspace.Open{Path: "/w/.pcl-lsp.yaml", Text: test.settings, Version: version})
		if old, fresh := severity(t, s, "/w/old"), severity(t, s, "/w/new"); old != test.old || fresh != test.fresh {
			t.Errorf("%q: got %s and %s, want %s and %s", test.settings, old, fresh, test.old, test.fresh)
		}
	}
}

// A program that is excluded is still a component of others, and is not checked itself.
func TestExcludedComponent(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{
		"/w/.pcl-lsp.yaml": "exclude: [lib]\n",
		"/w/lib/main.pp":   "output y {\n  value = 1\n}\nz = 1\n",
		"/w/main.pp":       "component c \"./lib\" {\n}\noutput a {\n  value = c.y\n}\noutput b {\n  value = c.z\n}\n",
	}).Snapshot()
	if got := severity(t, s, "/w/lib"); got != "none" {
		t.Errorf("the component: %s", got)
	}
	if got := severity(t, s, "/w"); got != "error" { // c.z alone
		t.Errorf("its user: %s", got)
	}
}

// An override may want a rule that is off by default, for its files alone.
func TestOverrideWantsRule(t *testing.T) {
	t.Parallel()
	const text = "# TODO: more\noutput a {\n  value = 1\n}\n"
	session := open(fixture.Files{"/w/old/main.pp": text, "/w/old/gen.pp": "# TODO: less\n", "/w/new/main.pp": text})
	for version, settings := range []string{"", "overrides: [{paths: [\"old/main.pp\"], rules: {comment.*: warning}}]\n", ""} {
		s := session.Apply(workspace.Open{Path: "/w/.pcl-lsp.yaml", Text: settings, Version: version})
		for dir, want := range map[string][]string{"/w/old": {"/w/old/main.pp"}, "/w/new": nil} {
			if settings == "" {
				want = nil
			}
			found, err := s.Diagnose(t.Context(), s.ProgramIn(dir))
			if err != nil {
				t.Fatal(err)
			}
			var files []string
			for path, in := range found {
				if len(in) > 0 {
					files = append(files, path)
				}
			}
			if !slices.Equal(files, want) {
				t.Errorf("%q: %s has findings in %q, want %q", settings, dir, files, want)
			}
		}
	}
}

// The report of a program has the text of the settings that it was checked with, also
// while the directory of the settings is not known to have any.
func TestSettingsThatOneProgramSees(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/main.pp": "", "/w/sub/main.pp": ""}
	s := open(files).Snapshot()
	s.ProgramIn("/w")
	const text = "rules: [\n"
	files["/w/.pcl-lsp.yaml"] = text
	r, err := s.Report(t.Context(), s.ProgramIn("/w/sub"), nil)
	if err != nil {
		t.Fatal(err)
	}
	last := r.Files[len(r.Files)-1]
	if len(last.Found.Diagnostics) != 1 || last.Source.Text() != text {
		t.Errorf("got %v in %q", last.Found.Diagnostics, last.Source.Text())
	}
}
