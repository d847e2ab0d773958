// This file tests code actions and the commands that they refer to.

package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// noSchemas has no package, each for a different reason.
type noSchemas map[string]schema.Availability

func (s noSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	return nil, s[ref.Name]
}

const installMoon = "pulumi plugin install resource moon v1.2.3"

// without gives a server no schemas, for different reasons.
func without(s *server) {
	s.session = workspace.New(workspace.Options{Schemas: noSchemas{
		"moon":    {State: schema.Missing, Reason: "no schema of moon", Install: installMoon},
		"brought": {State: schema.Missing, Reason: "not trusted", Plugin: "/p/plug/x", Lacks: schema.Trust | schema.Permission},
	}})
}

const missingMoon = "# ü𝄞\nresource a \"moon:index:A\" {\n}\n"

// actionsAt requests the actions at a place of the main file. It leaves out those that suppress findings, which nearly every finding has.
func (c *fakeClient) actionsAt(line, from, to int, context object) []map[string]any {
	c.t.Helper()
	return slices.DeleteFunc(c.allActionsAt(line, from, to, context), func(a map[string]any) bool { return strings.HasPrefix(a["title"].(string), "Ignore `") })
}

// allActionsAt requests the actions at a place of the main file.
func (c *fakeClient) allActionsAt(line, from, to int, context object) []map[string]any {
	c.t.Helper()
	var actions []map[string]any
	c.result("textDocument/codeAction", object{
		"textDocument": object{"uri": mainURI}, "context": context,
		"range": object{"start": object{"line": line, "character": from}, "end": object{"line": line, "character": to}},
	}, &actions)
	return actions
}

// able announces support for actions.
var able = object{
	"general": object{"positionEncodings": []string{"utf-16"}},
	"textDocument": object{"codeAction": object{
		"isPreferredSupport": true, "codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix"}}},
	}},
	"workspace": object{"workspaceEdit": object{"documentChanges": true}},
}

// initializeOffering performs the handshake of a client with commands of its own.
func (c *fakeClient) initializeOffering(capabilities object, commands ...string) *fakeClient {
	c.t.Helper()
	c.call("initialize", object{"capabilities": capabilities, "initializationOptions": object{"pcl": object{"commands": commands}}})
	c.notify("initialized", object{})
	return c
}

var nobody = object{"diagnostics": []object{}}

// TestInstallAction: a missing provider has an action with the exact command, in a form that the client can carry out.
func TestInstallAction(t *testing.T) {
	t.Parallel()
	const title = "Install the provider: `" + installMoon + "`"
	for _, test := range []struct {
		name         string
		capabilities object
		commands     []string
		want         string // the command, empty for no action
	}{
		{"a terminal", able, []string{"pcl.installPlugin"}, "pcl.installPlugin"},
		{"no terminal", able, nil, "pcl-lsp.showInstallCommand"},
		{"commands alone", object{}, nil, "pcl-lsp.showInstallCommand"},
		{"commands alone and a terminal", object{}, []string{"pcl.installPlugin"}, "pcl.installPlugin"},
	} {
		c := connect(t, without).initializeOffering(test.capabilities, test.commands...)
		c.open(mainURI, 1, missingMoon)
		actions := c.actionsAt(1, 14, 14, nobody)
		if len(actions) != 1 || actions[0]["title"] != title {
			t.Fatalf("%s: got %v", test.name, actions)
		}
		command, literal := actions[0]["command"].(map[string]any)
		if !literal {
			command = actions[0]
		}
		if _, understands := test.capabilities["textDocument"]; literal != understands {
			t.Errorf("%s: got %v", test.name, actions)
		}
		if diff := cmp.Diff(map[string]any{"title": title, "command": test.want, "arguments": []any{installMoon}}, command); diff != "" {
			t.Errorf("%s: the command differs:\n%s", test.name, diff)
		}
		if !literal {
			continue
		}
		var published struct{ Diagnostics any }
		sent := c.await("findings", func(inbox []message) (message, bool) {
			for _, m := range inbox {
				if m.Method == "textDocument/publishDiagnostics" {
					return m, true
				}
			}
			return message{}, false
		})
		if err := json.Unmarshal(sent.Params, &published); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(published.Diagnostics, actions[0]["diagnostics"]); diff != "" || actions[0]["kind"] != "quickfix" || actions[0]["isPreferred"] != true {
			t.Errorf("%s: got %v; the finding differs:\n%s", test.name, actions[0], diff)
		}
	}
}

// TestActionsAsked: actions are for the current findings in the range, whatever findings the client sends, and of the requested kinds.
func TestActionsAsked(t *testing.T) {
	t.Parallel()
	c := connect(t, without).initializeOffering(able)
	c.open(mainURI, 1, missingMoon)
	invented := []object{{"range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": 0, "character": 3}}, "message": 7, "code": "package.unknown"}}
	for _, test := range []struct {
		name           string
		line, from, to int
		context        object
		want           int
	}{
		{"in it", 1, 15, 15, nobody, 1},
		{"at its beginning", 1, 11, 11, nobody, 1},
		{"at its end", 1, 25, 25, nobody, 1},
		{"around it", 1, 0, 40, nobody, 1},
		{"before it", 1, 0, 10, nobody, 0},
		{"behind it", 1, 26, 27, nobody, 0},
		{"in another line", 0, 0, 3, nobody, 0},
		{"an invented finding", 0, 0, 3, object{"diagnostics": invented}, 0},
		{"beyond the end", 900, 0, 3, nobody, 0},
		{"no finding known", 1, 15, 15, object{}, 1},
		{"this kind", 1, 15, 15, object{"only": []string{"quickfix"}}, 1},
		{"any kind", 1, 15, 15, object{"only": []string{""}}, 1},
		{"a kind below", 1, 15, 15, object{"only": []string{"quickfix.install"}}, 0},
		{"other kinds", 1, 15, 15, object{"only": []string{"refactor", "source"}}, 0},
	} {
		if got := c.actionsAt(test.line, test.from, test.to, test.context); len(got) != test.want {
			t.Errorf("%s: got %v, want %d actions", test.name, got, test.want)
		}
	}
	var actions []any
	c.result("textDocument/codeAction", object{"textDocument": object{"uri": "file:///none.pp"}, "range": partial(0, 0, 0, 0, "")["range"], "context": nobody}, &actions)
	if len(actions) != 0 {
		t.Errorf("a file that is not there has the actions %v", actions)
	}
}

// TestTrustActions: the server offers trust and permission to clients that can ask the user for them.
func TestTrustActions(t *testing.T) {
	t.Parallel()
	const text = "resource a \"brought:index:A\" {\n}\n"
	for _, test := range []struct {
		commands []string
		want     string
	}{
		{nil, ""},
		{[]string{"pcl.trustWorkspace"}, "pcl.trustWorkspace"},
		{[]string{"pcl.installPlugin", "pcl.allowPlugins", "pcl.trustWorkspace"}, "pcl.trustWorkspace pcl.allowPlugins"},
	} {
		c := connect(t, without).initializeOffering(able, test.commands...)
		c.open(mainURI, 1, text)
		var got []string
		for _, a := range c.actionsAt(0, 14, 14, nobody) {
			got = append(got, a["command"].(map[string]any)["command"].(string))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("with %v: got %v, want %s", test.commands, got, test.want)
		}
	}
}

// TestEditActions: edits are for a version if the client supports versions. Clients that support only commands get none.
func TestEditActions(t *testing.T) {
	t.Parallel()
	const text = "/* 𝄞 */ package \"moon\" {\n  baseProviderName = \"moon\"\n}\n"
	edit := object{"newText": "", "range": object{"start": object{"line": 0.0, "character": 17.0}, "end": object{"line": 0.0, "character": 24.0}}}
	unversioned := object{"textDocument": able["textDocument"]}
	for _, test := range []struct {
		name         string
		capabilities object
		want         any
	}{
		{"versions", able, object{"documentChanges": []any{object{"textDocument": object{"uri": mainURI, "version": 3.0}, "edits": []any{edit}}}}},
		{"no versions", unversioned, object{"changes": object{mainURI: []any{edit}}}},
		{"commands alone", object{}, nil},
	} {
		c := connect(t, without).initializeOffering(test.capabilities)
		c.open(mainURI, 3, text)
		actions := c.actionsAt(0, 18, 18, nobody)
		if test.want == nil {
			if len(actions) != 0 {
				t.Errorf("%s: got %v", test.name, actions)
			}
			continue
		}
		if len(actions) != 1 {
			t.Fatalf("%s: got %v", test.name, actions)
		}
		if diff := cmp.Diff(test.want, actions[0]["edit"]); diff != "" {
			t.Errorf("%s: the edit differs:\n%s", test.name, diff)
		}
	}
}

// TestShowInstallCommand: the server shows the command and does nothing else, and accepts nothing but such a command.
func TestShowInstallCommand(t *testing.T) {
	t.Parallel()
	c := connect(t, without).initialize("utf-8")
	if m := c.call("workspace/executeCommand", object{"command": "pcl-lsp.showInstallCommand", "arguments": []string{installMoon}}); m.Error != nil {
		t.Errorf("got %+v", m.Error)
	}
	shown := c.await("the command", func(inbox []message) (message, bool) {
		for _, m := range inbox {
			if m.Method == "window/showMessage" {
				return m, true
			}
		}
		return message{}, false
	})
	var params struct {
		Type    int
		Message string
	}
	if err := json.Unmarshal(shown.Params, &params); err != nil || params.Type != 3 || !strings.HasSuffix(params.Message, ": "+installMoon) {
		t.Errorf("shown %s", shown.Params)
	}
	for _, params := range []object{
		{"command": "pcl.installPlugin", "arguments": []string{installMoon}},
		{"command": "pcl-lsp.showInstallCommand"},
		{"command": "pcl-lsp.showInstallCommand", "arguments": []any{7}},
		{"command": "pcl-lsp.showInstallCommand", "arguments": []string{installMoon, installMoon}},
		{"command": "pcl-lsp.showInstallCommand", "arguments": []string{"pulumi plugin\nrm"}},
		{"command": "pcl-lsp.showInstallCommand", "arguments": []string{"rm -rf ."}},
		{"command": "pcl-lsp.showInstallCommand", "arguments": []string{"pulumi " + strings.Repeat("x", 2000)}},
		{},
	} {
		if got := c.call("workspace/executeCommand", params).errorCode(); got != -32602 {
			t.Errorf("%v: got code %d, want -32602", params, got)
		}
	}
	c.alive()
}

// TestActionCapabilities: the server lists kinds for clients that support them.
func TestActionCapabilities(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		capabilities object
		want         any
	}{
		{able, object{"codeActionKinds": []any{"quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite", "refactor.move", "source.fixAll", "source.fixAll.pcl"}}},
		{object{}, true},
	} {
		var result struct {
			Capabilities struct {
				CodeActionProvider     any
				ExecuteCommandProvider struct{ Commands []string }
			}
		}
		connect(t).result("initialize", object{"capabilities": test.capabilities}, &result)
		if got := result.Capabilities; !cmp.Equal(got.CodeActionProvider, test.want) || strings.Join(got.ExecuteCommandProvider.Commands, " ") != "pcl-lsp.showInstallCommand pcl-lsp.applyFix" {
			t.Errorf("got %+v, want %v", got, test.want)
		}
	}
}
