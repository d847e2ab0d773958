// This file tests messages that are valid and extreme.

package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"go.lsp.dev/jsonrpc2"
)

// TestDeepEverywhere: very deeply nested JSON in the parameters of every message, in an answer, and as a message.
func TestDeepEverywhere(t *testing.T) {
	t.Parallel()
	lists := strings.Repeat("[", testsize.ExtremeDepth) + strings.Repeat("]", testsize.ExtremeDepth)
	objects := strings.Repeat(`{"a":`, testsize.ExtremeDepth) + "1" + strings.Repeat("}", testsize.ExtremeDepth)
	c := connect(t).initializeWith(object{"workspace": object{"didChangeWatchedFiles": object{"dynamicRegistration": true}}})
	asked := c.await("request to watch files", func(inbox []message) (message, bool) {
		i := slices.IndexFunc(inbox, func(m message) bool { return m.Method == "client/registerCapability" })
		return inbox[max(0, i)], i >= 0
	})
	c.open(mainURI, 1, "a = b\n")
	c.frame(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"result":` + lists + `}`)
	for _, deep := range []string{lists, objects, `{"x":` + lists + `}`} {
		c.frame(deep)
		c.frame(`{"jsonrpc":"2.0","id":` + deep + `,"method":"x"}`)
		c.frame(`{"jsonrpc":"2.0","id":77,"result":` + deep + `}`)
		c.frame(`{"jsonrpc":"2.0","id":77,"error":` + deep + `}`)
	}
	const tooDeep = 20_000 // twice of what is read; a million in each would only take longer
	lists, objects = strings.Repeat("[", tooDeep)+strings.Repeat("]", tooDeep), strings.Repeat(`{"a":`, tooDeep)+"1"+strings.Repeat("}", tooDeep)
	params := `,"params":{"textDocument":` + lists + `,"data":` + objects + `,"item":` + lists + `,"arguments":[` + objects + `],"settings":` + objects + `,"token":` + lists + `,"id":` + lists + `}}`
	c.frame(`{"jsonrpc":"2.0","method":"$/cancelRequest"` + params)
	for method := range newServer(Options{}).notifications {
		c.frame(`{"jsonrpc":"2.0","method":"` + method + `"` + params)
	}
	id := 1_000_000
	for method := range newServer(Options{}).requests {
		id++
		c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q%s`, id, method, params))
		if code := c.answer(id).errorCode(); code != -32602 && code != -32600 {
			t.Errorf("%s with deep parameters got code %d, want -32602", method, code)
		}
		c.forget()
	}
	c.alive()
	c.change(mainURI, 2, object{"text": "a = c\n"})
	if len(c.published(mainURI, 2).Diagnostics) == 0 {
		t.Error("nothing is found afterwards")
	}
}

// TestExtremeURIs: of a million characters, with lone surrogates, with every escape; in
// every request about a document, the longest ones in some.
func TestExtremeURIs(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	c := connect(t).initialize("utf-8")
	for _, uri := range []string{
		`file:///` + strings.Repeat("x", 1_000_000), `file:///` + strings.Repeat("x/", 500_000) + "a.pp", `file:///` + strings.Repeat("%2e%2e/", 100_000), `file:///` + strings.Repeat("x/", 1_000) + "a.pp", `untitled:` + strings.Repeat("x", 1_000_000),
		`file:///lone\ud800surrogate.pp`, `file:///\udc00.pp`, `\ud800`, `file:///%ED%A0%80.pp`, `file:///%00.pp`, `file:///%`, `file:///%zz`, `untitled:\udfff`, ``,
	} {
		c.frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + uri + `","languageId":"pcl","version":1,"text":"a = \"\ud800\" b\n"}}}`)
		c.frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"` + uri + `","version":2},"contentChanges":[{"text":"a = \"\udfff\"\n"}]}}`)
		for _, r := range stormRequests("URI", object{"line": 0, "character": 0}) {
			params, err := json.Marshal(r.params)
			if err != nil {
				t.Fatal(err)
			}
			if len(uri) > 1000 && !slices.Contains([]string{"textDocument/hover", "textDocument/completion", "textDocument/diagnostic", "workspace/willRenameFiles"}, r.method) {
				continue
			}
			c.ids++
			c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.ids, r.method, strings.ReplaceAll(string(params), "URI", uri)))
			got := c.answer(c.ids)
			if tooLong := len(uri) > 100_000 && r.method != "workspace/willRenameFiles"; got.errorCode() == -32603 || tooLong && got.errorCode() != -32602 {
				t.Errorf("%s of %.40q got %.200v", r.method, uri, got)
			}
		}
		c.frame(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"` + uri + `"}}}`)
		c.alive()
		c.forget()
	}
	c.open(mainURI, 1, "a = b\n")
	if len(c.published(mainURI, 1).Diagnostics) == 0 {
		t.Error("nothing is found afterwards")
	}
}

// TestHugeOpen: a document of 50 MB of definitions is opened and edited, and another one is served as before. The document has one finding, and
// requests about it have empty answers, until an edit makes it small.
func TestHugeOpen(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize("utf-8")
	const huge = "file:///huge/main.pp"
	c.open(huge, 1, strings.Repeat("v = 1\n", testsize.DocumentBytes/6))
	c.open(mainURI, 1, "a = b\n")
	if len(c.published(mainURI, 1).Diagnostics) == 0 {
		t.Error("nothing is found in another document")
	}
	var text string
	c.result("test/text", object{"textDocument": object{"uri": huge}}, &text)
	if len(text) < testsize.DocumentBytes-6 {
		t.Errorf("%d bytes are there, want %d", len(text), testsize.DocumentBytes)
	}
	wantCode := func(version int, want string) {
		t.Helper()
		if found := c.published(huge, version).Diagnostics; len(found) != 1 || fmt.Sprint(found[0].Code) != want {
			t.Errorf("version %d has the findings %v, want %s", version, found, want)
		}
	}
	wantCode(1, "file.size")
	c.change(huge, 2, partial(1000, 0, 1000, 0, "w"))
	for _, r := range stormRequests(huge, object{"line": 1, "character": 0}) {
		if r.method == "textDocument/diagnostic" || r.method == "workspace/diagnostic" || !strings.HasPrefix(r.method, "textDocument/") {
			continue
		}
		if got := c.answer(c.start(r.method, r.params)); got.Error == nil && len(got.Result) > 200 {
			t.Errorf("%s of a document that is not parsed has the result %.200s", r.method, got.Result)
		}
	}
	wantCode(2, "file.size")
	c.change(huge, 3, partial(1, 0, 100_000_000, 0, "output o {\n  value = v + w\n}\n"))
	wantCode(3, "name.undefined")
}

// TestOneIDTwice: two running requests with the same id are both answered, and a cancellation reaches both.
func TestOneIDTwice(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	const same = 500
	for range 3 {
		c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"test/wait"}`, same))
	}
	c.alive()
	answers := func() (n int) {
		for _, m := range c.received() {
			if string(m.ID) == fmt.Sprint(same) && m.Method == "" {
				n++
			}
		}
		return n
	}
	if n := answers(); n != 0 {
		t.Errorf("%d of the requests that wait are answered", n)
	}
	c.notify("$/cancelRequest", object{"id": same})
	c.await("three answers", func(inbox []message) (message, bool) {
		n := 0
		for _, m := range inbox {
			if string(m.ID) == fmt.Sprint(same) && m.errorCode() == -32800 {
				n++
			}
		}
		return message{}, n == 3
	})
	c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"no/such/method"}`, same))
	c.alive()
	if n := answers(); n != 4 {
		t.Errorf("%d answers to 4 requests", n)
	}
}

// TestCancelStorm: of many requests, half are canceled, most of them many times, before and after their answers. All are answered, and those that were
// not canceled get a result.
func TestCancelStorm(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	c.open(mainURI, 1, "a = 1\n")
	type asked struct{ id, cancels int }
	var all []asked
	cancels := 0
	for i := range 1000 {
		one := asked{id: c.start("textDocument/hover", object{"textDocument": object{"uri": mainURI}, "position": object{"line": 0, "character": 0}})}
		if i%2 == 0 {
			one.cancels = 20
		}
		for k := range one.cancels {
			cancels++
			c.notify("$/cancelRequest", object{"id": one.id})
			if k%5 == 0 {
				c.notify("$/cancelRequest", object{"id": fmt.Sprint(one.id)}) // another id
			}
		}
		all = append(all, one)
	}
	if cancels < 10_000 {
		t.Fatalf("only %d cancels", cancels)
	}
	want := ""
	for _, one := range all {
		got := c.answer(one.id)
		switch {
		case got.Error == nil && want == "":
			want = string(got.Result)
		case got.Error == nil && string(got.Result) != want:
			t.Errorf("request %d has the result %s, others have %s", one.id, got.Result, want)
		case got.Error != nil && (got.errorCode() != -32800 || one.cancels == 0 || got.Result != nil):
			t.Errorf("request %d was cancelled %d times and got %+v", one.id, one.cancels, got)
		}
	}
	if !strings.Contains(want, "a") {
		t.Errorf("the result is %s, want a hover", want)
	}
	c.alive()
	seen := map[string]int{}
	for _, m := range c.received() {
		if seen[string(m.ID)]++; m.Method == "" && seen[string(m.ID)] > 1 {
			t.Errorf("request %s was answered again", m.ID)
		}
	}
}

// TestIDsOfAnyText: an id may be any text, even invalid Unicode, and can be canceled.
func TestIDsOfAnyText(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	for _, id := range []string{`"\ud800"`, `"\u0000"`, `"` + strings.Repeat("x", 100_000) + `"`, `"\ud83d\ude00"`} {
		before := len(c.received())
		c.frame(`{"jsonrpc":"2.0","id":` + id + `,"method":"test/wait"}`)
		c.frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":` + id + `}}`)
		got := c.await(fmt.Sprintf("answer to %.20s", id), func(inbox []message) (message, bool) {
			if len(inbox) == before {
				return message{}, false
			}
			return inbox[before], true
		})
		var want, have any
		if json.Unmarshal([]byte(id), &want) != nil || json.Unmarshal(got.ID, &have) != nil || want != have || got.errorCode() != int(jsonrpc2.Code(-32800)) {
			t.Errorf("id %.20s got %.200v", id, got)
		}
	}
}
