// This file tests storms of edits: while the user types, every request is answered for the text at its moment.

package lsp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// question is a request.
type question struct {
	method string
	params object
}

// stormRequests returns all requests that an editor sends about a place of a document.
func stormRequests(uri string, at object) []question {
	document := object{"uri": uri}
	return []question{
		{"textDocument/hover", object{"textDocument": document, "position": at}},
		{"textDocument/completion", object{"textDocument": document, "position": at}},
		{"completionItem/resolve", object{"label": "options", "kind": 14, "data": object{"uri": uri, "line": at["line"], "character": at["character"]}}},
		{"textDocument/signatureHelp", object{"textDocument": document, "position": at}},
		{"textDocument/definition", object{"textDocument": document, "position": at}},
		{"textDocument/declaration", object{"textDocument": document, "position": at}},
		{"textDocument/implementation", object{"textDocument": document, "position": at}},
		{"textDocument/references", object{"textDocument": document, "position": at, "context": object{"includeDeclaration": true}}},
		{"textDocument/documentHighlight", object{"textDocument": document, "position": at}},
		{"textDocument/prepareRename", object{"textDocument": document, "position": at}},
		{"textDocument/rename", object{"textDocument": document, "position": at, "newName": "renamed"}},
		{"textDocument/linkedEditingRange", object{"textDocument": document, "position": at}},
		{"workspace/willRenameFiles", object{"files": []object{{"oldUri": uri, "newUri": "file:///moved/main.pp"}}}},
		{"workspace/willDeleteFiles", object{"files": []object{{"uri": uri}}}},
		{"textDocument/documentSymbol", object{"textDocument": document}},
		{"textDocument/formatting", object{"textDocument": document, "options": object{"tabSize": 2, "insertSpaces": true}}},
		{"textDocument/rangeFormatting", object{"textDocument": document, "range": object{"start": at, "end": at}, "options": object{"tabSize": 2, "insertSpaces": true}}},
		{"textDocument/rangesFormatting", object{"textDocument": document, "ranges": []object{{"start": at, "end": at}}, "options": object{"tabSize": 2, "insertSpaces": true}}},
		{"textDocument/onTypeFormatting", object{"textDocument": document, "position": at, "ch": "\n", "options": object{"tabSize": 2, "insertSpaces": true}}},
		{"textDocument/codeAction", object{"textDocument": document, "range": object{"start": at, "end": at}, "context": object{"diagnostics": []object{}}}},
		{"textDocument/codeAction", object{"textDocument": document, "range": object{"start": object{"line": at["line"], "character": 0}, "end": at}, "context": object{"diagnostics": []object{}}}},
		{"codeAction/resolve", object{"title": "Sort the attributes by name", "data": object{"uri": uri, "range": object{"start": at, "end": at}, "kind": "refactor.rewrite", "title": "Sort the attributes by name"}}},
		{"textDocument/diagnostic", object{"textDocument": document}},
		{"pcl/dependencyGraph", object{"textDocument": document}},
		{"pcl/resolvedSchemas", object{}},
		{"pcl/convert", object{"textDocument": document, "text": "resource \"cloudy_network\" \"n\" {\n  cidr_block = \"10.0.0.0/16\"\n}\n"}},
		{"pcl/resourceTypes", object{"textDocument": document}},
		{"pcl/state", object{"textDocument": document, "text": `{"version": 3, "deployment": {"manifest": {}, "resources": []}}`}},
		{"pcl/plan", object{}},
		{"textDocument/semanticTokens/full", object{"textDocument": document}},
		{"textDocument/semanticTokens/full/delta", object{"textDocument": document, "previousResultId": "none"}},
		{"textDocument/semanticTokens/range", object{"textDocument": document, "range": object{"start": at, "end": at}}},
		{"textDocument/inlayHint", object{"textDocument": document, "range": object{"start": object{"line": 0, "character": 0}, "end": at}}},
		{"textDocument/foldingRange", object{"textDocument": document}},
		{"textDocument/selectionRange", object{"textDocument": document, "positions": []object{at}}},
		{"textDocument/typeDefinition", object{"textDocument": document, "position": at}},
		{"workspace/textDocumentContent", object{"uri": schemaOfSecret}},
		{"pcl/schemaDocument", object{"uri": schemaOfSecret}},
		{"textDocument/documentLink", object{"textDocument": document}},
		{"documentLink/resolve", object{"range": object{"start": at, "end": at}, "data": object{"uri": uri, "token": "cloudy:data/secret:Secret"}}},
		{"textDocument/codeLens", object{"textDocument": document}},
		{"codeLens/resolve", object{"range": object{"start": at, "end": at}, "data": object{"uri": uri, "kind": "references", "name": "site"}}},
		{"codeLens/resolve", object{"range": object{"start": at, "end": at}, "data": object{"uri": uri, "kind": "plan", "name": "site"}}},
		{"textDocument/prepareCallHierarchy", object{"textDocument": document, "position": at}},
		{"callHierarchy/incomingCalls", object{"item": calledItem(uri, at)}},
		{"callHierarchy/outgoingCalls", object{"item": calledItem(uri, at)}},
		{"textDocument/prepareTypeHierarchy", object{"textDocument": document, "position": at}},
		{"typeHierarchy/supertypes", object{"item": typeItem(uri, at, "cloudy:net/ForwardAction:ForwardAction", "")}},
		{"typeHierarchy/subtypes", object{"item": typeItem(uri, at, "cloudy:net/ListenerRule:ListenerRule", "action")}},
		{"workspace/symbol", object{"query": "a"}},
		{"workspaceSymbol/resolve", object{"name": "a", "kind": 13, "location": object{"uri": uri}, "data": object{"start": 0, "end": 1}}},
		{"inlayHint/resolve", object{"position": at, "label": "x", "data": object{"uri": uri, "kind": "secrets"}}},
	}
}

// said is the reason of a refusal.
func said(m message) string {
	if m.Error == nil {
		return ""
	}
	return m.Error.Message
}

// isRefusal reports whether an error says that a name cannot be renamed, or that a chosen action cannot be carried out.
func isRefusal(method string, code int) bool {
	return code == -32803 && (method == "textDocument/rename" || method == "textDocument/prepareRename" || method == "codeAction/resolve")
}

// askedInStorm are requests about one version of a document.
type askedInStorm struct {
	version   int
	text      string
	at        object
	ids       []int
	cancelled bool
}

// TestStorm types as fast as the server reads, and with 5 and 150 ms for each letter by the clock of a bubble. The bubble fails if a goroutine is left
// at the end.
func TestStorm(t *testing.T) {
	t.Parallel()
	program, err := os.ReadFile("../testdata/programs/webshop/main.pp")
	if err != nil {
		t.Fatal(err)
	}
	for i, pace := range []time.Duration{0, 5 * time.Millisecond, 150 * time.Millisecond} {
		t.Run(fmt.Sprint(pace), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := connect(t, withSchemas(t)).initialize("utf-16")
				asked, text := c.storm(rand.New(rand.NewPCG(11, uint64(i))), string(program), pace)
				for _, a := range asked {
					c.wantRightFor(a)
				}
				last := asked[len(asked)-1].version
				fresh := connect(t, withSchemas(t)).initialize("utf-16")
				fresh.open(mainURI, last, text)
				if diff := cmp.Diff(fresh.state(mainURI, last), c.state(mainURI, last)); diff != "" {
					t.Errorf("after the storm (-fresh +stormed):\n%s", diff)
				}
				for _, client := range []*fakeClient{c, fresh} {
					client.call("shutdown", nil)
					client.notify("exit", nil)
					client.ended()
				}
			})
		})
	}
}

// storm types and sends requests without waiting for answers. It returns the requests whose answers are checked.
func (c *fakeClient) storm(random *rand.Rand, text string, pace time.Duration) (asked []askedInStorm, last string) {
	c.t.Helper()
	c.open(mainURI, 0, text)
	for version := 1; version <= testsize.StormEdits; version++ {
		start, end := randomSpan(random, text)
		insert := randomText(random)
		c.change(mainURI, version, object{"text": insert, "range": object{
			"start": modelPosition(text, start, "utf-16"), "end": modelPosition(text, end, "utf-16"),
		}})
		text = text[:start] + insert + text[end:]
		a := askedInStorm{version: version, text: text, at: modelPosition(text, start, "utf-16"), cancelled: random.IntN(4) == 0}
		for _, r := range stormRequests(mainURI, a.at) {
			a.ids = append(a.ids, c.start(r.method, r.params))
			if a.cancelled {
				c.notify("$/cancelRequest", object{"id": a.ids[len(a.ids)-1]})
			}
		}
		if version%testsize.StormCompares == 0 || version == testsize.StormEdits {
			asked = append(asked, a)
		}
		if pace > 0 {
			time.Sleep(pace) // of the bubble's clock: no time passes
		}
	}
	return asked, text
}

// wantRightFor compares answers with those of a server that knows only the text.
func (c *fakeClient) wantRightFor(a askedInStorm) {
	c.t.Helper()
	fresh := connect(c.t, withSchemas(c.t)).initialize("utf-16")
	fresh.open(mainURI, a.version, a.text)
	for i, r := range stormRequests(mainURI, a.at) {
		got, want := c.answer(a.ids[i]), fresh.call(r.method, r.params) // also where the answer does not count: a cancelled state is given, too
		if code := got.errorCode(); code != 0 && !isRefusal(r.method, code) {
			if overtaken := r.method == "textDocument/diagnostic" && code == -32802; !overtaken && !(a.cancelled && code == -32800) {
				c.t.Errorf("%s at version %d failed: %+v", r.method, a.version, got.Error)
			}
			continue
		}
		if diff := cmp.Diff(string(want.Result)+said(want), string(got.Result)+said(got)); diff != "" {
			c.t.Errorf("%s at version %d, position %v (-fresh +stormed):\n%s\n%s", r.method, a.version, a.at, diff, a.text)
		}
	}
	fresh.notify("exit", nil)
	fresh.ended()
}
