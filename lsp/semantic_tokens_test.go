// This file tests semantic tokens on the wire: their numbers, differences between answers, and refreshes.

package lsp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// wireTokens is an answer with tokens: all of them, or edits.
type wireTokens struct {
	ResultID string
	Data     []uint32
	Edits    []struct {
		Start, DeleteCount int
		Data               []uint32
	}
}

// apply applies the edits of an answer to the numbers that a client has.
func (w wireTokens) apply(data []uint32) []uint32 {
	if w.Edits == nil {
		return w.Data
	}
	for i := len(w.Edits) - 1; i >= 0; i-- {
		e := w.Edits[i]
		data = slices.Concat(data[:e.Start], e.Data, data[e.Start+e.DeleteCount:])
	}
	return data
}

func tokensOf(uri string) object { return object{"textDocument": object{"uri": uri}} }

// decoded returns the texts of tokens, by the positions of an encoding.
func decoded(text, encoding string, data []uint32, legend []string) string {
	var out strings.Builder
	line, char := 0, 0
	for ; len(data) > 0; data = data[numbersOfToken:] {
		if data[0] > 0 {
			line, char = line+int(data[0]), 0
		}
		char += int(data[1])
		start := modelOffset(text, line, char, encoding)
		end := modelOffset(text, line, char+int(data[2]), encoding)
		fmt.Fprintf(&out, "%s %s %b\n", text[start:end], legend[data[3]], data[4])
	}
	return out.String()
}

// Tokens have the right places in every encoding.
func TestTokensInEncodings(t *testing.T) {
	t.Parallel()
	const text = "a = \"é😀${b}\" // 😀 x\r\nb = secret(\"😀\")\r\n"
	names := newLegend(nil, nil).names.TokenTypes
	var first string
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		c := connect(t).initialize(encoding)
		c.open(mainURI, 1, text)
		var all wireTokens
		c.result("textDocument/semanticTokens/full", tokensOf(mainURI), &all)
		got := decoded(text, encoding, all.Data, names)
		if first == "" {
			first = got
			for _, token := range []string{"\"é😀 string 0\n", "${ operator 0\n", "// 😀 x comment 0\n", "b variable 10011\n", "secret function 1000\n"} {
				if !strings.Contains(got, token) {
					t.Errorf("no token %q in\n%s", token, got)
				}
			}
		}
		if got != first {
			t.Errorf("%s: got\n%swant\n%s", encoding, got, first)
		}
	}
}

// The edits of a difference lead from an earlier answer to that of a fresh server, and concern only the edited item.
func TestTokenDifferences(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	program, err := os.ReadFile("../testdata/programs/webshop/main.pp")
	if err != nil {
		t.Fatal(err)
	}
	text, random := string(program), rand.New(rand.NewPCG(31, 1))
	c := connect(t, withSchemas(t)).initialize("utf-16")
	c.open(mainURI, 0, text)
	var have wireTokens
	c.result("textDocument/semanticTokens/full", tokensOf(mainURI), &have)
	data, id := have.Data, have.ResultID
	for version := 1; version <= 120; version++ {
		start, end := randomSpan(random, text)
		insert := randomText(random)
		c.change(mainURI, version, object{"text": insert, "range": object{
			"start": modelPosition(text, start, "utf-16"), "end": modelPosition(text, end, "utf-16"),
		}})
		text = text[:start] + insert + text[end:]
		var now, all wireTokens
		c.result("textDocument/semanticTokens/full/delta", object{"textDocument": object{"uri": mainURI}, "previousResultId": id}, &now)
		if now.Edits == nil {
			t.Fatalf("version %d: all tokens instead of a difference", version)
		}
		data, id = now.apply(data), now.ResultID
		fresh := connect(t, withSchemas(t)).initialize("utf-16")
		fresh.open(mainURI, version, text)
		fresh.result("textDocument/semanticTokens/full", tokensOf(mainURI), &all)
		if diff := cmp.Diff(all.Data, data); diff != "" || all.ResultID != id {
			t.Fatalf("version %d (-fresh +edited, ids %s %s):\n%s\n%s", version, all.ResultID, id, diff, text)
		}
		fresh.notify("exit", nil)
		fresh.ended()
	}
}

// An answer has another id whichever item gets other tokens, and the same id for the same tokens.
func TestTokenIdentity(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	ids := map[string]string{}
	for version, text := range []string{"a = 1\nb = 2\nc = 3\n", "a = true\nb = 2\nc = 3\n", "a = 1\nb = true\nc = 3\n", "a = 1\nb = 2\nc = true\n", "a = 1\nb = 2\nc = 3\n"} {
		if version == 0 {
			c.open(mainURI, version, text)
		} else {
			c.change(mainURI, version, object{"text": text})
		}
		var got struct{ ResultID string }
		c.result("textDocument/semanticTokens/full", object{"textDocument": object{"uri": mainURI}}, &got)
		if other, known := ids[got.ResultID]; got.ResultID == "" || known && other != text {
			t.Errorf("%q and %q have the same id %q", other, text, got.ResultID)
		}
		ids[got.ResultID] = text
	}
	if len(ids) != 4 {
		t.Errorf("equal tokens have several ids: %v", ids)
	}
}

// After an edit, the server sends the edited token.
func TestDifferencesAreSmall(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("resource r \"cloudy:storage/bucket:Bucket\" {\n  name = \"x\"\n}\n", 200)
	text = strings.Replace(text, "\"x\"", "\"first\"", 1)
	c := connect(t, withSchemas(t)).initialize("utf-8")
	c.open(mainURI, 1, text)
	var have wireTokens
	c.result("textDocument/semanticTokens/full", tokensOf(mainURI), &have)
	steps := []struct {
		at         int
		insert     string
		most, edit int
	}{
		{strings.Index(text, "first"), "y", 1, 5}, // a text is longer
		{0, "\n\n", 1, 5},                         // everything has moved
		{2, "a = [b]\n", 1, 10},                   // an item more
		{len(text) - 4, "z", 1, 5},                // near the end
		{0, "", 0, 0},                             // nothing
	}
	for i, step := range steps {
		text = text[:step.at] + step.insert + text[step.at:]
		c.change(mainURI, i+2, object{"text": text})
		var now wireTokens
		c.result("textDocument/semanticTokens/full/delta", object{"textDocument": object{"uri": mainURI}, "previousResultId": have.ResultID}, &now)
		if len(now.Edits) != step.most || step.most > 0 && len(now.Edits[0].Data) > step.edit {
			t.Errorf("step %d: got %.300v", i, now.Edits)
		}
		have.Data, have.ResultID = now.apply(have.Data), now.ResultID
	}
}

// A difference to a forgotten answer is a whole answer.
func TestDifferenceToNothing(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	c.open(mainURI, 1, "a = 1\n")
	var all wireTokens
	c.result("textDocument/semanticTokens/full/delta", object{"textDocument": object{"uri": mainURI}, "previousResultId": "x"}, &all)
	if len(all.Data) != 10 || all.ResultID == "" {
		t.Errorf("got %+v", all)
	}
	var part wireTokens
	c.result("textDocument/semanticTokens/range", object{"textDocument": object{"uri": mainURI}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 0, "character": 1},
	}}, &part)
	if diff := cmp.Diff(all.Data, part.Data); diff != "" {
		t.Error(diff)
	}
}

// A client gets only types that it supports.
func TestLegend(t *testing.T) {
	t.Parallel()
	l := newLegend([]string{"variable", "class", "keyword"}, []string{"readonly"})
	if diff := cmp.Diff([]string{"class", "variable", "keyword"}, l.names.TokenTypes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"readonly", "secret", "unknown"}, l.names.TokenModifiers); diff != "" {
		t.Error(diff)
	}
	for typ, want := range map[semantic.Type]int{semantic.Namespace: 0, semantic.Constant: 1, semantic.Comment: -1, semantic.Keyword: 2} {
		if got := l.types[typ]; got != want {
			t.Errorf("%s has the number %d, want %d", typ, got, want)
		}
	}
	if got := l.bits(semantic.Declaration | semantic.Readonly | semantic.Unknown); got != 0b101 {
		t.Errorf("got the modifiers %b", got)
	}
}

// modelOffset returns the offset of a position, counted from the start.
func modelOffset(text string, line, character int, encoding string) int {
	for at := range text {
		if p := modelPosition(text, at, encoding); p["line"] == line && p["character"] == character {
			return at
		}
	}
	return len(text)
}

// The client is told to refresh when a component or the settings have changed its answers, and not after its own edits.
func TestAskAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { askAgain(t, true) })
}

// A client that does not support it is never told.
func TestAskAgainIsNotSupported(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { askAgain(t, false) })
}

func askAgain(t *testing.T, supported bool) {
	t.Helper()
	files := fixture.Files{
		"/w/main.pp": "component c \"./in\" {\n}\nlocal = c.y\n", "/w/in/in.pp": "output y {\n  value = 1\n}\n",
	}
	var tokensTold, hintsTold atomic.Int32
	c := connect(t, func(s *server) {
		s.session = workspace.New(workspace.Options{FS: files})
	}, connected(func(s *server) {
		s.tellToRefresh = func(_ context.Context, method string) error { // a real call uses channels that bubbles share
			switch refreshKind(method) {
			case refreshTokens:
				tokensTold.Add(1)
			case refreshHints:
				hintsTold.Add(1)
			}
			return nil
		}
	}))
	refreshing := object{"refreshSupport": supported}
	c.call("initialize", object{
		"capabilities":     object{"workspace": object{"semanticTokens": refreshing, "inlayHint": refreshing}},
		"workspaceFolders": []object{{"uri": "file:///w", "name": "w"}},
	})
	c.notify("initialized", object{})
	const main, in = "file:///w/main.pp", "file:///w/in/in.pp"
	c.open(main, 1, files["/w/main.pp"])
	c.open(in, 1, files["/w/in/in.pp"])
	everything := object{"textDocument": object{"uri": main}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 9, "character": 0},
	}}
	ask := func() {
		c.call("textDocument/semanticTokens/full", everything)
		c.call("textDocument/inlayHint", everything)
	}
	expect := func(what string, tokens, hints int) {
		t.Helper()
		time.Sleep(time.Second) // of the bubble's clock: everything is at rest
		if !supported {
			tokens, hints = 0, 0
		}
		if a, b := int(tokensTold.Load()), int(hintsTold.Load()); a != tokens || b != hints {
			t.Errorf("%s: told %d and %d times, want %d and %d", what, a, b, tokens, hints)
		}
	}
	ask()
	expect("at first", 0, 0)
	c.change(in, 2, object{"text": "output y {\n  value = 2\n}\n"})
	expect("a change that shows nowhere", 0, 0)
	c.change(in, 3, object{"text": "output y {\n  value = secret(2)\n}\n"})
	expect("a secret", 1, 1)
	ask()
	c.change(main, 2, object{"text": "x = 1\n" + files["/w/main.pp"]})
	expect("an edit of the document", 1, 1)
	ask()
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"inlayHints": object{"secrets": false}}}})
	expect("settings", 1, 2)
	c.notify("exit", nil)
	c.ended()
}
