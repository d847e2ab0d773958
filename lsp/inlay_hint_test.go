// This file tests inlay hints on the wire, and the settings that choose them.

package lsp

import (
	"slices"
	"strings"
	"testing"
)

// wireHint is an inlay hint as JSON.
type wireHint struct {
	Position struct{ Line, Character int }
	Label    string
	Kind     int
	Tooltip  struct{ Kind, Value string }
	Data     map[string]string
}

const hintProgram = "config pw \"string\" { secret = true }\nx = pw\n"

// labels returns the hints of the first lines of the main document.
func (c *fakeClient) labels() []string {
	c.t.Helper()
	var labels []string
	for _, h := range c.hints() {
		labels = append(labels, h.Label)
	}
	return labels
}

func (c *fakeClient) hints() (hints []wireHint) {
	c.t.Helper()
	c.result("textDocument/inlayHint", object{"textDocument": object{"uri": mainURI}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 9, "character": 0},
	}}, &hints)
	return hints
}

// A client that can resolve tooltips gets them later, others at once.
func TestHintTooltips(t *testing.T) {
	t.Parallel()
	const tooltip = "Secret because config `pw` has `secret = true`"
	c := connect(t).initialize("utf-8")
	c.open(mainURI, 1, hintProgram)
	if hints := c.hints(); len(hints) != 1 || hints[0].Tooltip.Value != tooltip || hints[0].Position.Character != 6 {
		t.Errorf("got %+v", hints)
	}
	later := connect(t).initializeWith(object{"textDocument": object{"inlayHint": object{"resolveSupport": object{"properties": []string{"tooltip"}}}}})
	later.open(mainURI, 1, hintProgram)
	hints := later.hints()
	if len(hints) != 1 || hints[0].Tooltip.Value != "" || hints[0].Data["kind"] != "secrets" {
		t.Fatalf("got %+v", hints)
	}
	var resolved wireHint
	asked := object{"position": object{"line": 1, "character": 6}, "label": "secret", "data": hints[0].Data}
	later.result("inlayHint/resolve", asked, &resolved)
	if resolved.Tooltip.Value != tooltip {
		t.Errorf("resolved to %+v", resolved)
	}
	later.change(mainURI, 2, object{"text": "x = 1\n"})
	later.result("inlayHint/resolve", asked, &resolved)
	if resolved.Label != "secret" {
		t.Errorf("a hint that is gone is resolved to %+v", resolved)
	}
}

// Each kind is switched by its setting at once; the default is the calm set.
func TestHintSettings(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	c.open(mainURI, 1, hintProgram)
	for _, test := range []struct {
		settings object
		want     string
	}{
		{object{"types": true}, ": output(string) secret"},
		{object{"types": true, "secrets": false}, ": output(string)"},
		{object{"secrets": false, "counts": false}, ""},
		{object{"secrets": nil}, "secret"},
		{object{}, "secret"},
	} {
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"inlayHints": test.settings}}})
		if got := strings.Join(c.labels(), " "); got != test.want {
			t.Errorf("with %v: got %q, want %q", test.settings, got, test.want)
		}
	}
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"inlayHints": object{"types": "yes"}}}})
	c.warned("pcl.inlayHints.types")
	if got := c.labels(); !slices.Equal(got, []string{"secret"}) {
		t.Errorf("with a setting that cannot be used: got %q", got)
	}
}
