package main

import (
	"strings"
	"testing"
)

// TestLanguageOfCommands: the report tells the version, and --fix=all does not raise the one that a program requires.
func TestLanguageOfCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeProgram(t, dir, "check", map[string]string{"main.pp": "pulumi {\n  requiredVersionRange = \">=3.260.0\"\n}\n\noutput exists {\n  value = resourceExists(\"pulumi:pulumi:StackReference\", \"a\")\n}\n"})
	if got := runIn(t, dir, words("check --no-cache .")); !strings.Contains(got.stdout, "= fix: Require Pulumi 3.274") {
		t.Errorf("the fix is not offered: %s", got.stdout)
	}
	if got := runIn(t, dir, words("check --no-cache --fix=all --diff .")); strings.Contains(got.stdout, "3.274") {
		t.Errorf("the fix is made without asking: %s", got.stdout)
	}
	for line, want := range map[string]string{"check --no-cache --format json .": "3.260", "check --no-cache --format json --pulumi 3.275.0 .": "3.275"} {
		if got := runIn(t, dir, words(line)); !strings.Contains(got.stdout, `"version": "`+want+`"`) {
			t.Errorf("%s: %s", line, got.stdout)
		}
	}
}
