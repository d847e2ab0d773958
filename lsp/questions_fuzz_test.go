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

	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// FuzzQuestions sends every request about a place of a text. All are answered; ranges, edits and offered changes are valid. The text replaces one file
// of a fixture or of programs; in half of the cases all files are open.
func FuzzQuestions(f *testing.F) {
	sources := sweptSources(f)
	common := fixtureSchemas(f, &txtar.Archive{})
	known := make([]analysis.Schemas, len(sources))
	for n, source := range sources {
		known[n] = common
		if source.own != nil && slices.ContainsFunc(source.own.Files, func(part txtar.File) bool { return strings.HasPrefix(part.Name, "schemas/") }) {
			known[n] = fixtureSchemas(f, source.own)
		}
	}
	for n, source := range sources {
		if n%testsize.QuestionEvery != 0 {
			continue
		}
		for i, name := range source.programFiles() {
			if text := source.files[name]; len(text) < longestQuestioned {
				f.Add(text, len(text)*(i%5+1)/6, uint16(n), uint8(2*i+n%2))
			}
		}
	}
	f.Add("a = 1\netImage\", { ", 18, uint16(0), uint8(0)) // a text that ends with the file
	f.Fuzz(func(t *testing.T, text string, offset int, which uint16, file uint8) {
		if len(text) > longestQuestioned {
			t.Skip()
		}
		n := int(which) % len(sources)
		text = strings.ToValidUTF8(text, "?") // as JSON says it
		offset = max(0, min(offset, len(text)))
		name := "/w/main.pp"
		if names := sources[n].programFiles(); len(names) > 0 {
			name = names[int(file/2)%len(names)]
		}
		texts := map[string]string{}
		for _, name := range sources[n].programFiles() {
			texts[uriText(name)] = sources[n].files[name]
		}
		texts[uriText(name)] = text

		var s *server
		c := connect(t, func(made *server) {
			s = made
			s.session = workspace.New(workspace.Options{FS: sources[n].files, Schemas: known[n], Stack: "dev"})
		})
		capabilities := everything()
		capabilities["general"] = object{"positionEncodings": []string{"utf-16"}}
		c.call("initialize", object{"capabilities": capabilities, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
		c.notify("initialized", object{})
		for _, uri := range slices.Sorted(maps.Keys(texts)) {
			if uri == uriText(name) || file%2 == 1 {
				c.open(uri, 1, texts[uri])
			}
		}
		line, character := syntax.NewMapper(text).Position(offset, syntax.UTF16)
		at := object{"line": line, "character": character}
		c.call("textDocument/hover", object{"textDocument": object{"uri": uriText(name)}, "position": at}) // the documents are open when this is answered
		v := s.view()
		for _, r := range stormRequests(uriText(name), at) {
			if s.requests[r.method].Concurrent == nil {
				continue
			}
			result := askHandler(t, v, s.requests[r.method], r.method, r.params)
			if wrong := wrongEdit(result, uriText(name), texts); wrong != "" {
				t.Errorf("%s in %s, %s %q at %d: %s", r.method, sources[n].name, name, text, offset, wrong)
			}
			if resolve, offers := soakFollows[r.method]; offers && resolve[0].member == "" {
				for _, item := range itemsOf(result)[:min(20, len(itemsOf(result)))] {
					resolved := askHandler(t, v, s.requests[resolve[0].method], resolve[0].method, item)
					if wrong := wrongEdit(resolved, uriText(name), texts); wrong != "" {
						t.Errorf("%s in %s, %s %q at %d, resolved: %s\n%s", r.method, sources[n].name, name, text, offset, wrong, resolved)
					}
				}
			}
		}
	})
}

// programFiles returns the files of programs, sorted.
func (w swept) programFiles() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(w.files)), func(name string) bool { return path.Ext(name) != ".pp" })
}

// longestQuestioned limits the length of texts, since longer ones only slow down the search.
const longestQuestioned = 1 << 12

// askHandler calls a handler without the connection. It may fail only if a name cannot be renamed.
func askHandler(t *testing.T, v *view, handler wire.Request[*view], method string, params any) json.RawMessage {
	t.Helper()
	asked, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	result, err := handler.Concurrent(context.Background(), v, asked)
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
