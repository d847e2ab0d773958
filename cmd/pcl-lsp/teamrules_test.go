package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// check applies a team's rules: it can select them, give them severities, fail for them, and remembers what they said until a rule changes.
func TestCheckAppliesTeamRules(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const rule = "rule \"short-names\" {\n  title   = \"Names of outputs are short\"\n  output  = \"*\"\n  require = length(output.name) <= 5\n}\n"
	write("main.pp", "output lengthy {\n  value = 1\n}\n")
	write(".pcl-lsp.yaml", "ruleFiles: [team.pcl-rules.hcl]\n")
	write("team.pcl-rules.hcl", rule)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitClean, "warning: Names of outputs are short [team.short-names]"},
		{[]string{"--select", "team.*"}, exitClean, "[team.short-names]"},
		{[]string{"--ignore", "team.short-names"}, exitClean, ""},
		{[]string{"--rule", "team.short-names=error"}, exitFindings, "error: Names"},
		{[]string{"--fail-on", "warning"}, exitFindings, "[team.short-names]"},
		{nil, exitClean, "[team.short-names]"}, // remembered
	} {
		got := runIn(t, dir, append([]string{"check", "--format", "concise"}, c.args...))
		if got.code != c.code || !strings.Contains(got.stdout, c.want) || strings.Contains(got.stdout, "team.") != (c.want != "") {
			t.Errorf("check %v: status %d, want %d and %q\n%s%s", c.args, got.code, c.code, c.want, got.stdout, got.stderr)
		}
	}
	for _, c := range []struct {
		line string
		code int
		want string
	}{
		{"explain team.short-names", exitClean, "warning[team.short-names]: Names of outputs are short\n\nteam.pcl-rules.hcl:1\n"},
		{"explain team.*", exitClean, "  team.short-names  warning      Names of outputs are short\n"},
		{"explain --format json team.short-names", exitClean, `"area": "Your team's rules"`},
		{"explain team.shrt-names", exitUsage, "did you mean team.short-names?"},
		{"check --statistics", exitClean, "team.short-names    Names of outputs are short\n"},
		{"check --format sarif", exitClean, "\"shortDescription\": {\n                \"text\": \"Names of outputs are short\""},
	} {
		if got := runIn(t, dir, words(c.line)); got.code != c.code || !strings.Contains(got.stdout+got.stderr, c.want) {
			t.Errorf("%s: status %d, want %d and %q\n%s%s", c.line, got.code, c.code, c.want, got.stdout, got.stderr)
		}
	}
	write("team.pcl-rules.hcl", strings.Replace(rule, "5", "15", 1))
	if got := runIn(t, dir, []string{"check", "--format", "concise"}); got.code != exitClean || strings.Contains(got.stdout, "team.") {
		t.Errorf("after the rule has changed: status %d\n%s%s", got.code, got.stdout, got.stderr)
	}
}

// check --fix uses the fixes of rules, which are not safe: they change what the program does.
func TestCheckFixesWithTeamRules(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.pp":       "component part \"./part\" {\n  size = 1\n}\n\noutput id {\n  value = part.id\n}\n",
		"part/main.pp":  "config size int {}\n\noutput id {\n  value = size\n}\n",
		".pcl-lsp.yaml": "ruleFiles: [team.pcl-rules.hcl]\n",
		"team.pcl-rules.hcl": "rule \"large\" {\n  title     = \"Parts are large\"\n  component = \"*\"\n  require   = component.inputs.size > 1\n" +
			"  fix {\n    set = { size = 10 }\n  }\n}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ line, want, size string }{
		{"check --format json", `"title": "Fix: Parts are large"`, "size = 1\n"},
		{"check --fix", "Parts are large", "size = 1\n"},
		{"check --fix=all", "", "size = 10\n"},
	} {
		got := runIn(t, dir, words(c.line))
		text, err := os.ReadFile(filepath.Join(dir, "main.pp"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got.stdout, c.want) || !strings.Contains(string(text), c.size) {
			t.Errorf("%s: status %d\n%s%s\n%s", c.line, got.code, got.stdout, got.stderr, text)
		}
	}
}
