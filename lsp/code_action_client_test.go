// This file tests what editors do with findings: they send them back and request fixes.

package lsp

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestPublishedFindingsHaveFixes: a misspelled or missing input has a fix for a client that sends the published findings along, whatever kinds it
// requests.
func TestPublishedFindingsHaveFixes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, code, title string }{
		{"half = 2\n\noutput o {\n  value = hafl\n}\n", "name.undefined", "Write `half`"},
		{"half = { length = 2 }\n\noutput o {\n  value = half.lenght\n}\n", "prop.unknown", "Write `.length`"},
		{"resource r \"kit:index:Name\" {\n  wrds = 2\n}\n", "attr.unknown", "Write `words`"},
		{"resource r \"kit:index:Integer\" {\n}\n", "attr.missing", "Add all required inputs"},
	} {
		c := connect(t, withSchemas(t)).initializeOffering(resolving)
		c.open(mainURI, 1, test.text)
		finding := c.findingOf(test.code)
		at, _ := finding["range"].(map[string]any)
		for _, only := range [][]string{nil, {"quickfix"}} {
			context := object{"diagnostics": []any{finding}, "triggerKind": 2}
			if only != nil {
				context["only"] = only
			}
			var actions []map[string]any
			c.result("textDocument/codeAction", object{"textDocument": object{"uri": mainURI}, "range": at, "context": context}, &actions)
			i := slices.Index(titles(actions), test.title)
			if i < 0 {
				t.Errorf("%s, only %v: got %q", test.code, only, titles(actions))
				continue
			}
			if about, _ := actions[i]["diagnostics"].([]any); len(about) != 1 || about[0].(map[string]any)["code"] != test.code {
				t.Errorf("%s, only %v: the action is about %v", test.code, only, about)
			}
			var resolved map[string]any
			c.result("codeAction/resolve", actions[i], &resolved)
			if resolved["edit"] == nil {
				t.Errorf("%s, only %v: the action changes nothing", test.code, only)
			}
		}
	}
}

// findingOf returns a published finding with a code.
func (c *fakeClient) findingOf(code string) map[string]any {
	c.t.Helper()
	var found map[string]any
	c.await("a finding with the code "+code, func(inbox []message) (message, bool) {
		for _, m := range inbox {
			var params struct{ Diagnostics []map[string]any }
			if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &params) != nil {
				continue
			}
			for _, d := range params.Diagnostics {
				if d["code"] == code {
					found = d
					return m, true
				}
			}
		}
		return message{}, false
	})
	return found
}
