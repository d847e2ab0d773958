// This file tests the handshake and the capabilities of the server.

package lsp

import (
	"encoding/json"
	"testing"

	"go.lsp.dev/protocol"
)

// TestInitializeWithAnyCapabilities: absent, empty, null and unknown members are
// all accepted.
func TestInitializeWithAnyCapabilities(t *testing.T) {
	t.Parallel()
	for _, params := range []string{
		`{}`,
		`{"capabilities":{}}`,
		`{"processId":null,"rootUri":null,"capabilities":{},"workspaceFolders":null}`,
		`{"processId":1,"rootPath":"/p","rootUri":"file:///p","capabilities":{"textDocument":null,"workspace":null,"general":null,"window":null}}`,
		`{"capabilities":{"textDocument":{"hover":null,"completion":{"completionItem":null},"publishDiagnostics":{}},"general":{"positionEncodings":[]}}}`,
		`{"capabilities":{"future":{"x":1},"textDocument":{"future":true,"hover":{"future":[]}},"experimental":{"any":["thing"]}},"future":0}`,
		`{"capabilities":{"general":{"positionEncodings":["utf-16"]}},"trace":"verbose","locale":"de","clientInfo":{"name":"x"},"initializationOptions":{"a":1},
		  "workspaceFolders":[{"uri":"file:///p","name":"p"}]}`,
	} {
		c := connect(t)
		answer := c.call("initialize", json.RawMessage(params))
		if answer.Error != nil {
			t.Errorf("initialize with %s failed: %+v", params, answer.Error)
		}
		c.alive()
	}
}

// TestOffer pins the capabilities of the server.
func TestOffer(t *testing.T) {
	t.Parallel()
	var result struct {
		Capabilities map[string]any
		ServerInfo   struct{ Name, Version string }
	}
	connect(t).result("initialize", object{"capabilities": object{}}, &result)
	want := map[string]any{
		"positionEncoding":           "utf-16",
		"textDocumentSync":           object{"openClose": true, "change": 2.0, "save": true},
		"hoverProvider":              true,
		"completionProvider":         object{"resolveProvider": true, "triggerCharacters": []any{".", "\"", ":", "/", "{"}},
		"signatureHelpProvider":      object{"triggerCharacters": []any{"(", ",", "{"}},
		"definitionProvider":         true,
		"declarationProvider":        true,
		"implementationProvider":     true,
		"referencesProvider":         object{"workDoneProgress": true},
		"documentHighlightProvider":  true,
		"renameProvider":             true,
		"linkedEditingRangeProvider": true,
		"documentSymbolProvider":     true,
		"documentFormattingProvider": true, "documentRangeFormattingProvider": true,
		"documentOnTypeFormattingProvider": object{"firstTriggerCharacter": "}", "moreTriggerCharacter": []string{"\n"}},
		"codeActionProvider":               true,
		"foldingRangeProvider":             true,
		"selectionRangeProvider":           true,
		"typeDefinitionProvider":           true,
		"callHierarchyProvider":            true,
		"typeHierarchyProvider":            true,
		"documentLinkProvider":             object{"resolveProvider": true},
		"codeLensProvider":                 object{"resolveProvider": true},
		"workspaceSymbolProvider":          object{"resolveProvider": true},
		"inlayHintProvider":                object{"resolveProvider": true},
		"semanticTokensProvider": object{
			"full": object{"delta": true}, "range": true,
			"legend": object{
				"tokenTypes": []any{
					"namespace", "type", "class", "interface", "parameter", "variable", "property", "enumMember", "event", "function",
					"method", "keyword", "comment", "string", "number", "operator",
				},
				"tokenModifiers": []any{"declaration", "readonly", "deprecated", "defaultLibrary", "secret", "unknown"},
			},
		},
		"executeCommandProvider": object{"commands": []any{"pcl-lsp.showInstallCommand", "pcl-lsp.applyFix"}},
		"workspace":              object{"workspaceFolders": object{"supported": true, "changeNotifications": true}},
		"experimental":           object{"dependencyGraph": object{"formats": []any{"text", "mermaid", "json", "html"}}, "resolvedSchemas": true, "convert": true, "resourceTypes": true, "plan": true, "state": true},
	}
	got, _ := json.Marshal(result.Capabilities)
	wanted, _ := json.Marshal(want)
	if string(got) != string(wanted) {
		t.Errorf("capabilities\n%s, want\n%s", got, wanted)
	}
	if result.ServerInfo.Name != "pcl-lsp" || result.ServerInfo.Version != "test" {
		t.Errorf("server info %+v", result.ServerInfo)
	}
}

// TestFileWatching: a client that can watch files is asked to, and its events lead to new findings.
func TestFileWatching(t *testing.T) {
	t.Parallel()
	c := connect(t).initializeWith(object{"workspace": object{"didChangeWatchedFiles": object{"dynamicRegistration": true}}})
	asked := c.await("request to watch files", func(inbox []message) (message, bool) {
		for _, m := range inbox {
			if m.Method == protocol.MethodClientRegisterCapability {
				return m, true
			}
		}
		return message{}, false
	})
	c.frame(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"result":null}`)
	c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": mainURI, "type": 2}, {"uri": "", "type": 1}}})
	c.notify("workspace/didChangeWatchedFiles", object{})
	c.alive()
}

// TestRequestsAboutNothing: requests about a file outside of programs have empty answers, and requests without a document are an error.
func TestRequestsAboutNothing(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	nowhere := object{"textDocument": object{"uri": "file:///nowhere/none.pp"}, "position": object{"line": 3, "character": 4}, "options": object{}}
	for _, method := range []string{
		"textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/documentSymbol", "textDocument/formatting",
	} {
		if got := c.call(method, nowhere); got.Error != nil {
			t.Errorf("%s in no file failed: %+v", method, got.Error)
		}
		if got := c.call(method, object{}); got.errorCode() != -32602 {
			t.Errorf("%s of no document got code %d, want -32602", method, got.errorCode())
		}
	}
}
