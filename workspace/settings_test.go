package workspace_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// faults are the findings in a settings file with this text: the marked text, then
// the message.
func faults(text string) string {
	s := open(fixture.Files{"/w/.pcl-lsp.yaml": text, "/w/a.pp": "a = b\n"}).Snapshot()
	var all []string
	for _, d := range s.SettingsFaults("/w") {
		all = append(all, fmt.Sprintf("%s: %s", text[d.Span.Start:d.Span.End], d.Message))
	}
	return strings.Join(all, "\n")
}

// Each fault is reported at its place, and nothing else is.
func TestSettingsFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"only comments", "# rules:\n", ""},
		{"a good one", "# why\nrules:\n  name.*: hint\n  \"attr.unknown\": 'off'\n", ""},
		{"off in the way of YAML 1.1", "rules:\n  attr.unknown: off\n", ""},
		{"an anchor", "rules: &r\n  attr.unknown: &s off\n  attr.type: *s\n", ""},
		{"no value", "rules:\n", ""},
		{"a misspelt key", "ruels:\n  name.*: hint\n", "ruels: there is no setting `ruels`; did you mean `rules`?"},
		{"a misspelt code", "rules:\n  é: hint\n  name.undefind: hint\n", "é: there is no code \"é\"\nname.undefind: there is no code \"name.undefind\"; did you mean `name.undefined`?"},
		{"a misspelt family", "rules: {nam.*: hint}\n", "nam.*: there is no code \"nam.*\"; did you mean `name.*`?"},
		{"a severity that is none", "rules:\n  name.*: fatal\n", "fatal: unknown severity \"fatal\"; use error, warning, information, hint or off"},
		{"a severity of another kind", "rules:\n  name.*: [hint]\n", "[hint]: the severity of `name.*` must be error, warning, information, hint or off"},
		{"a severity that is missing", "rules:\n  name.*:\n", ": unknown severity \"\"; use error, warning, information, hint or off"},
		{"set twice", "rules:\n  name.*: hint\n  name.*: off\n", "name.*: `name.*` is set twice; remove one of them"},
		{"a list", "- rules\n", "- rules: the settings must be a mapping of names to values; the names are `rules`, `stack`, `state`, `mode`, `pulumi`, `failOn`, `include`, `exclude`, `pclFiles`, `overrides`, `schemas`, `secrets`, `targets`, `ruleFiles`, `upgrade`, `suppressions`"},
		{"rules that are a text", "rules: none\n", "none: `rules` must be a mapping of names to values"},
		{"a syntax error", "rules:\n  syntax.*: hint\n", "syntax.*: syntax errors are always errors, because broken code can't be checked"},
		{"public names", "secrets:\n  publicNames: [tags, \"*Name\", metadata.name, \"!userName\"]\n", ""},
		{"no public names", "secrets:\n  publicNames: []\n", ""},
		{"public names that are a text", "secrets:\n  publicNames: tags\n", "tags: `publicNames` must be a list of patterns for inputs, such as [tags, \"*Name\"]"},
		{"a pattern that is none", "secrets:\n  publicNames:\n    - a b\n    - tags\n    - [x]\n", "a b: \"a b\" is not a valid pattern for inputs; use names such as tags, *Name or metadata.labels, and !userName for an exception\n[x]: \"\" is not a valid pattern for inputs; use names such as tags, *Name or metadata.labels, and !userName for an exception"},
		{"a misspelt key of secrets", "secrets:\n  publicName: []\n", "publicName: there is no setting `publicName`; did you mean `publicNames`?"},
		{"no YAML", "rules:\n  a: [\n", "  a: [: this is not YAML: line 2: did not find expected node content"},
	} {
		if got := faults(c.text); got != c.want {
			t.Errorf("%s:\n%s\ngot:\n%s\nwant:\n%s", c.name, c.text, got, c.want)
		}
	}
}

// severity is that of the one finding in a directory, or "none".
func severity(t *testing.T, s *workspace.Snapshot, dir string) string {
	t.Helper()
	byFile, err := s.Diagnose(context.Background(), s.ProgramIn(dir))
	if err != nil {
		t.Fatal(err)
	}
	var found []analysis.Diagnostic
	for _, f := range s.ProgramIn(dir).Files {
		found = append(found, byFile[f.Path]...)
	}
	switch len(found) {
	case 0:
		return "none"
	case 1:
		return found[0].Severity.String()
	}
	return fmt.Sprint(found)
}

// The nearest file counts, wholly; changes of it are seen.
func TestSettingsFileCounts(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/.pcl-lsp.yaml": "rules:\n  name.undefined: warning\n",
		"/w/a.pp":          "output a {\n  value = x\n}\n", "/w/sub/a.pp": "output a {\n  value = x\n}\n", "/w/own/a.pp": "output a {\n  value = x\n}\n",
		"/w/own/.pcl-lsp.yaml": "rules: {attr.*: off}\n", "/v/a.pp": "output a {\n  value = x\n}\n",
	}
	session := open(files)
	want := func(s *workspace.Snapshot, dir, want string) {
		t.Helper()
		if got := severity(t, s, dir); got != want {
			t.Errorf("%s: got %s, want %s", dir, got, want)
		}
	}
	first := session.Snapshot()
	for dir, severity := range map[string]string{"/w": "warning", "/w/sub": "warning", "/w/own": "error", "/v": "error"} {
		want(first, dir, severity)
	}
	files["/w/.pcl-lsp.yaml"] = "rules:\n  name.undefined: off\n"
	second := session.Apply(workspace.DiskChanged{Paths: []string{"/w/.pcl-lsp.yaml"}})
	want(second, "/w", "none")
	want(second, "/w/sub", "none")
	delete(files, "/w/own/.pcl-lsp.yaml")
	want(session.Apply(workspace.DiskChanged{Paths: []string{"/w/own/.pcl-lsp.yaml"}}), "/w/own", "none")
	want(first, "/w", "warning")
}
