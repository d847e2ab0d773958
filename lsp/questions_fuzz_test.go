// This file fuzzes the requests about a place, in texts as they are while somebody types.

package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/fixture"
)

// FuzzQuestions asks everything about a place of a text. All is answered; ranges and edits
// are such as an editor can use; and so is every change that is offered, when somebody
// chooses it.
func FuzzQuestions(f *testing.F) {
	known := fixtureSchemas(f, &txtar.Archive{})
	for n, source := range sweptSources(f) {
		if n%questionedEvery != 0 {
			continue
		}
		for i, name := range slices.Sorted(maps.Keys(source.files)) {
			if text := source.files[name]; path.Ext(name) == ".pp" && len(text) < longestQuestioned {
				f.Add(text, len(text)*(i%5+1)/6)
			}
		}
	}
	f.Add("a = 1\netImage\", { ", 18) // a text that ends with the file
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if len(text) > longestQuestioned {
			t.Skip()
		}
		text = strings.ToValidUTF8(text, "?") // as JSON says it
		offset = max(0, min(offset, len(text)))
		var s *server
		c := connect(t, func(made *server) {
			s = made
			s.session = workspace.New(workspace.Options{FS: fixture.Files{}, Schemas: known})
		})
		capabilities := everything()
		capabilities["general"] = object{"positionEncodings": []string{"utf-16"}}
		c.call("initialize", object{"capabilities": capabilities, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
		c.notify("initialized", object{})
		c.open(mainURI, 1, text)
		line, character := syntax.NewMapper(text).Position(offset, syntax.UTF16)
		at := object{"line": line, "character": character}
		c.call("textDocument/hover", object{"textDocument": object{"uri": mainURI}, "position": at}) // the document is open when this is answered
		v := s.view()
		for _, r := range stormRequests(mainURI, at) {
			if s.requests[r.method].concurrent == nil {
				continue
			}
			result := askHandler(t, v, s.requests[r.method], r.method, r.params)
			if wrong := wrongEdit(result, text); wrong != "" {
				t.Errorf("%s in %q at %d: %s", r.method, text, offset, wrong)
			}
			if resolve, offers := soakFollows[r.method]; offers && resolve[0].member == "" {
				for _, item := range itemsOf(result)[:min(20, len(itemsOf(result)))] {
					resolved := askHandler(t, v, s.requests[resolve[0].method], resolve[0].method, item)
					if wrong := wrongEdit(resolved, text); wrong != "" {
						t.Errorf("%s in %q at %d, resolved: %s\n%s", r.method, text, offset, wrong, resolved)
					}
				}
			}
		}
	})
}

// longestQuestioned is how long texts are at most: longer ones only slow the search down.
const longestQuestioned = 1 << 12

// askHandler asks past the connection. Nothing may fail but what cannot be renamed.
func askHandler(t *testing.T, v *view, handler request, method string, params any) json.RawMessage {
	t.Helper()
	asked, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	result, err := handler.concurrent(context.Background(), v, asked)
	if coded := new(jsonrpc2.Error); errors.As(err, &coded) && isRefusal(method, int(coded.Code)) {
		return json.RawMessage("null")
	}
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	answer, err := protocol.Marshal(result)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return answer
}
