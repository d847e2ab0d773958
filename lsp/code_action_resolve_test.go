// This file tests the edits of code actions: immediate, resolved, and by command.

package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// resolving announces a client that resolves edits and shows why an action is disabled.
var resolving = object{
	"general": object{"positionEncodings": []string{"utf-16"}},
	"textDocument": object{"codeAction": object{
		"isPreferredSupport": true, "disabledSupport": true, "dataSupport": true, "resolveSupport": object{"properties": []string{"edit"}},
		"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix"}}},
	}},
	"workspace": object{"workspaceEdit": object{"documentChanges": true}},
}

const twice = "config d string {\n}\n\noutput e {\n  value = [\"${d}\", \"${d}\"]\n}\n"

func titles(actions []map[string]any) []string {
	var all []string
	for _, a := range actions {
		all = append(all, a["title"].(string))
	}
	return all
}

// editsIn returns the new texts of an edit, by document.
func editsIn(t *testing.T, edit any) []string {
	t.Helper()
	var texts []string
	changes, _ := edit.(map[string]any)
	for _, document := range changes["documentChanges"].([]any) {
		for _, e := range document.(map[string]any)["edits"].([]any) {
			texts = append(texts, e.(map[string]any)["newText"].(string))
		}
	}
	return texts
}

// TestMovesAreProvedWhenChosen: a refactoring that keeps what is deployed is resolved with what
// keeps it, or refused with the reason.
func TestMovesAreProvedWhenChosen(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initializeOffering(resolving)
	c.open(mainURI, 1, "resource a \"kit:index:Name\" {\n}\n\nresource b \"kit:index:Name\" {\n}\n\nresource d \"kit:index:Name\" {\n  prefix = a.urn\n}\n")
	resolve := func(line int, title string) message {
		for _, a := range c.actionsAt(line, 9, 9, object{"only": []string{"refactor"}}) {
			if a["title"] == title {
				return c.call("codeAction/resolve", a)
			}
		}
		t.Fatalf("there is no action %q", title)
		return message{}
	}
	if got := resolve(3, "Set the parent to `a`"); !strings.Contains(string(got.Result), "aliases = [{ noParent = true }]") {
		t.Errorf("the resource is not kept: %s %v", got.Result, got.Error)
	}
	want := "the input `prefix` of `d` would have another value"
	if got := resolve(0, "Set the parent to `b`"); got.Error == nil || got.Error.Message != want {
		t.Errorf("got %s %v, want %s", got.Result, got.Error, want)
	}
}

// TestResolve: a resolved edit equals the immediate one.
func TestResolve(t *testing.T) {
	t.Parallel()
	now := connect(t, withSchemas(t)).initializeOffering(able)
	later := connect(t, withSchemas(t)).initializeOffering(resolving)
	for _, c := range []*fakeClient{now, later} {
		c.open(mainURI, 1, twice)
	}
	at := object{"only": []string{"quickfix", "source.fixAll"}}
	atOnce, announced := now.actionsAt(4, 12, 12, at), later.actionsAt(4, 12, 12, at)
	if diff := cmp.Diff([]string{"Remove the quotes and the interpolation", "Fix all template.redundant in this file", "Make all safe fixes"}, titles(announced)); diff != "" {
		t.Fatal(diff)
	}
	for i, a := range announced {
		if a["edit"] != nil {
			t.Errorf("%s has its edit already", a["title"])
		}
		var resolved map[string]any
		later.result("codeAction/resolve", a, &resolved)
		if diff := cmp.Diff(atOnce[i]["edit"], resolved["edit"]); diff != "" {
			t.Errorf("%s (-at once +later):\n%s", a["title"], diff)
		}
		if texts := editsIn(t, resolved["edit"]); len(texts) != []int{1, 2, 2}[i] {
			t.Errorf("%s makes the edits %q", a["title"], texts)
		}
	}
	later.change(mainURI, 2, object{"text": "output e {\n  value = 1\n}\n"})
	var stale map[string]any
	later.result("codeAction/resolve", announced[0], &stale)
	if stale["edit"] != nil {
		t.Errorf("an action that is gone has the edit %v", stale["edit"])
	}
}

// TestRefactorMenu: refactorings are for a menu, with reasons if the client shows them. Source actions must be requested.
func TestRefactorMenu(t *testing.T) {
	t.Parallel()
	const text = "a = [for n in [1, 2] : n * 2]\n\noutput b {\n  value = a\n}\n"
	for _, test := range []struct {
		name         string
		capabilities object
		context      object
		want         []string
	}{
		{"a menu", resolving, object{"only": []string{"refactor.extract"}}, []string{"Extract a local", "Extract a config"}},
		{"without reasons", able, object{"only": []string{"refactor.extract"}}, nil},
		{"by hand", resolving, object{"triggerKind": 1}, []string{"Extract a local", "Extract a config"}},
		{"by itself", resolving, object{"triggerKind": 2}, nil},
		{"all of the source", resolving, object{"only": []string{"source"}}, []string{"Make all safe fixes"}},
		{"commands alone", object{"workspace": object{"applyEdit": true}}, object{"only": []string{"refactor"}}, nil},
	} {
		c := connect(t, withSchemas(t)).initializeOffering(test.capabilities)
		c.open(mainURI, 1, text)
		test.context["diagnostics"] = []object{}
		actions := c.actionsAt(0, 23, 28, test.context)
		if diff := cmp.Diff(test.want, titles(actions)); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
		for _, a := range actions {
			if disabled, _ := a["disabled"].(map[string]any); a["kind"] == "refactor.extract" && (disabled == nil || disabled["reason"] == "") {
				t.Errorf("%s: %s has no reason", test.name, a["title"])
			}
		}
	}
}

// TestApplyFix: the server sends the edit to a client that supports only commands.
func TestApplyFix(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initializeOffering(object{"workspace": object{"applyEdit": true}})
	c.open(mainURI, 1, twice)
	actions := c.actionsAt(4, 12, 12, object{"only": []string{"quickfix"}})
	if len(actions) != 2 || actions[0]["command"] != applyFix {
		t.Fatalf("got %v", actions)
	}
	if m := c.call("workspace/executeCommand", object{"command": applyFix, "arguments": actions[0]["arguments"]}); m.Error != nil {
		t.Fatalf("got %+v", m.Error)
	}
	asked := c.await("the edit", func(inbox []message) (message, bool) {
		for _, m := range inbox {
			if m.Method == "workspace/applyEdit" {
				return m, true
			}
		}
		return message{}, false
	})
	var params struct {
		Label string
		Edit  struct {
			Changes map[string][]struct{ NewText string }
		}
	}
	if err := json.Unmarshal(asked.Params, &params); err != nil || params.Label != "Remove the quotes and the interpolation" ||
		len(params.Edit.Changes[mainURI]) != 1 || params.Edit.Changes[mainURI][0].NewText != "d" {
		t.Errorf("asked for %s", asked.Params)
	}
	for _, arguments := range [][]any{nil, {7}, {object{}}, {object{"title": 7}}} {
		if got := c.call("workspace/executeCommand", object{"command": applyFix, "arguments": arguments}).errorCode(); got != -32602 {
			t.Errorf("%v: got code %d", arguments, got)
		}
	}
	none := connect(t, withSchemas(t)).initializeOffering(object{})
	if got := none.call("workspace/executeCommand", object{"command": applyFix, "arguments": actions[0]["arguments"]}).errorCode(); got != -32602 {
		t.Errorf("without the capability: got code %d", got)
	}
}

// TestManyFindings: of many findings, the first ones have actions, and a note says so.
func TestManyFindings(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initializeOffering(resolving)
	var text strings.Builder
	for i := range mostTouched + 1 {
		fmt.Fprintf(&text, "output o%d {\n  value = nope%d\n}\n", i, i)
	}
	c.open(mainURI, 1, text.String())
	in := func(lines int) (actions []map[string]any) {
		c.result("textDocument/codeAction", object{
			"textDocument": object{"uri": mainURI}, "context": object{"diagnostics": []object{}, "triggerKind": 2},
			"range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": lines, "character": 0}},
		}, &actions)
		return actions
	}
	if all := in(3 * (mostTouched + 1)); len(all) != 3*mostTouched+1 || all[0]["disabled"] == nil {
		t.Errorf("%d actions, and the first is %v", len(all), all[0])
	}
	if all := in(3 * mostTouched); len(all) != 3*mostTouched || all[0]["disabled"] != nil {
		t.Errorf("%d actions, and the first is %v", len(all), all[0])
	}
}
