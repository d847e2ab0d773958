package codes

import (
	"strings"
	"testing"
)

const completeText = "# a.b: a title\n\nWhy.\n\n## Bad\n\n```hcl\nbad = 1\n```\n\n## Good\n\n`main.pp`:\n\n```hcl\ngood = 1\n\n```\n\n`x.json`:\n\n```json\n{}\n```\n"

// A text is read as it is laid out, and a text without one of its parts is refused.
func TestParseText(t *testing.T) {
	t.Parallel()
	got, err := parseText("a.b", completeText)
	want := Text{"a title", "Why.", "bad = 1", "-- main.pp --\ngood = 1\n\n-- x.json --\n{}"}
	if err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for _, part := range []string{"# a.b: a title", "Why.", "## Bad", "bad = 1", "## Good", "`main.pp`:\n\n```hcl\ngood = 1\n\n```\n\n`x.json`:\n\n```json\n{}\n```\n"} {
		if got, err := parseText("a.b", strings.Replace(completeText, part, "", 1)); err == nil {
			t.Errorf("without %q: got %+v", part, got)
		}
	}
	if _, err := parseText("a.c", completeText); err == nil {
		t.Error("the heading names another code")
	}
}
