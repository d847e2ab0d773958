// This file tests the dispatcher: protocol state, error codes, order,
// cancellation and panics.

package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// withTestMethods adds requests that show how the server treats requests.
func withTestMethods(s *server) {
	maps.Copy(s.requests, map[string]wire.Request[*view]{
		"test/echo": wire.Concurrent(func(v *view, _ context.Context, p *object) (object, error) { return *p, nil }),
		"test/text": wire.Concurrent(func(v *view, _ context.Context, p *documentParams) (string, error) {
			path, err := place.Path(p.TextDocument.URI)
			file, _, _, ok := v.Snapshot.File(path)
			if !ok {
				return "", err
			}
			return file.Text(), err
		}),
		"test/wait": wire.Concurrent(func(_ *view, ctx context.Context, _ *struct{}) (any, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}),
		"test/wrapped": wire.Concurrent(func(_ *view, _ context.Context, _ *struct{}) (any, error) {
			return nil, fmt.Errorf("looking: %w", context.Canceled)
		}),
		"test/fail":  wire.Concurrent(func(*view, context.Context, *struct{}) (any, error) { return nil, errors.New("no luck") }),
		"test/panic": wire.Concurrent(func(*view, context.Context, *struct{}) (any, error) { panic("boom") }),
		"test/panicInline": {Inline: func(jsonrpc2.RawMessage) (any, error) {
			panic("boom")
		}},
		"test/panicEncoding": wire.Concurrent(func(*view, context.Context, *struct{}) (any, error) { return poison{}, nil }),
		"test/null":          wire.Concurrent(func(*view, context.Context, *struct{}) (*protocol.Hover, error) { return nil, nil }),
		"test/empty":         wire.Concurrent(func(*view, context.Context, *struct{}) ([]protocol.Location, error) { return nil, nil }),
		"test/position": wire.Concurrent(func(_ *view, _ context.Context, p *protocol.HoverParams) (uint32, error) {
			return p.Position.Line, nil
		}),
	})
	s.notifications["test/panicNotice"] = func(jsonrpc2.RawMessage) error { panic("boom") }
	s.notifications["test/failNotice"] = func(jsonrpc2.RawMessage) error { return errors.New("no luck") }
}

// poison panics when it is encoded.
type poison struct{}

func (poison) MarshalJSON() ([]byte, error) { panic("boom") }

func TestProtocolState(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods)
	expect := func(when, method string, params any, code int) {
		t.Helper()
		if got := c.call(method, params).errorCode(); got != code {
			t.Errorf("%s %s got code %d, want %d", method, when, got, code)
		}
	}
	hello := object{"capabilities": object{}}
	expect("before initialize", "test/echo", object{}, -32002)
	expect("before initialize", "no/such/method", nil, -32002)
	expect("before initialize", "shutdown", nil, -32002)
	c.open("file:///early.pp", 1, "x = 1")
	c.notify("no/such/notification", nil)
	expect("with bad parameters", "initialize", []int{1}, -32602)
	expect("at first", "initialize", hello, 0)
	expect("a second time", "initialize", hello, -32600)
	expect("afterwards", "test/echo", object{}, 0)
	if got := c.call("test/text", object{"textDocument": object{"uri": "file:///early.pp"}}); string(got.Result) != `""` {
		t.Errorf("a document opened before initialize has the text %s, want none", got.Result)
	}
	expect("while running", "shutdown", nil, 0)
	expect("after shutdown", "test/echo", object{}, -32600)
	expect("after shutdown", "shutdown", nil, -32600)
	expect("after shutdown", "initialize", hello, -32600)
	c.notify("exit", nil)
	if code, err := c.ended(); code != 0 || err != nil {
		t.Errorf("exit after shutdown ended with %d, %v; want 0", code, err)
	}
}

func TestErrorCodes(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	for _, test := range []struct {
		method string
		params any
		code   int
	}{
		{"no/such/method", nil, -32601},
		{"no/such/method", object{"x": 1}, -32601},
		{"$/no/such/method", nil, -32601},
		{"textDocument/didOpen", object{}, -32601}, // a notification sent as a request
		{"test/position", []int{1, 2}, -32602},
		{"test/position", object{"position": object{"line": "x"}}, -32602},
		{"test/fail", nil, -32603},
		{"test/wrapped", nil, -32800},
		{"test/panic", nil, -32603},
		{"test/panicInline", nil, -32603},
		{"test/panicEncoding", nil, -32603},
		{"test/echo", nil, 0},
	} {
		if got := c.call(test.method, test.params); got.errorCode() != test.code {
			t.Errorf("%s %v got code %d (%+v), want %d", test.method, test.params, got.errorCode(), got.Error, test.code)
		}
	}
}

// TestDeepParameters: a message that is nested too deeply is refused.
func TestDeepParameters(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	deep := strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000)
	c.frame(`{"jsonrpc":"2.0","id":1000,"method":"test/position","params":{"position":` + deep + `}}`)
	if code := c.answer(1000).errorCode(); code != -32602 {
		t.Errorf("got code %d, want -32602", code)
	}
	c.alive()
}

// TestNotificationsNeverEndTheConnection: nor are they answered.
func TestNotificationsNeverEndTheConnection(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"no/such/notification"}`,
		`{"jsonrpc":"2.0","method":"$/unknown","params":{"x":1}}`,
		`{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"verbose"}}`,
		`{"jsonrpc":"2.0","method":"test/panicNotice"}`,
		`{"jsonrpc":"2.0","method":"test/failNotice"}`,
		`{"jsonrpc":"2.0","method":"textDocument/hover","params":{}}`,
		`{"jsonrpc":"2.0","id":null,"method":"textDocument/hover","params":{}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen"}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":[]}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":5}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///none.pp","version":1},"contentChanges":[{"text":"x"}]}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///none.pp"}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"not a uri %%"}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + strings.Repeat("x", 1_000_000) + `","version":1,"text":""}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///lone\ud800surrogate","version":1,"text":"\udfff"}}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":12345}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{"x":1}}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest"}`,
	} {
		c.frame(body)
		c.alive()
	}
	for _, m := range c.received() {
		if string(m.ID) == "null" {
			t.Errorf("a notification was answered: %+v", m)
		}
	}
}

func TestAbsentResultsAreNullAndEmptyListsAreEmpty(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	for method, want := range map[string]string{"test/null": "null", "test/empty": "[]", "shutdown": "null"} {
		if method == "shutdown" {
			continue
		}
		if got := string(c.call(method, nil).Result); got != want {
			t.Errorf("%s gave %s, want %s", method, got, want)
		}
	}
	if got := string(c.call("shutdown", nil).Result); got != "null" {
		t.Errorf("shutdown gave %s, want null", got)
	}
}

// TestIDsComeBackUnchanged: integers and strings, also with escapes, also again
// after their answer.
func TestIDsComeBackUnchanged(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	for _, id := range []string{`0`, `-7`, `9007199254740993`, `""`, `"a"`, `"\"\\\u0007/é😀"`, `"a"`} {
		before := len(c.received())
		c.frame(`{"jsonrpc":"2.0","method":"test/echo","params":{},"id":` + id + `}`)
		got := c.await("answer to "+id, func(inbox []message) (message, bool) {
			if len(inbox) == before {
				return message{}, false
			}
			return inbox[before], true
		})
		var want, have any
		if err := errors.Join(json.Unmarshal([]byte(id), &want), json.Unmarshal(got.ID, &have)); err != nil || want != have {
			t.Errorf("id %s came back as %s (%v)", id, got.ID, err)
		}
	}
}

// TestCancellation: a canceled request gets -32800, and no other request is affected.
func TestCancellation(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	waiting := c.start("test/wait", object{})
	c.frame(`{"jsonrpc":"2.0","id":"w","method":"test/wait"}`)
	c.frame(`{"jsonrpc":"2.0","id":9007199254740993,"method":"test/wait"}`)
	for range 10_000 {
		c.notify("$/cancelRequest", object{"id": 999_999})
		c.notify("$/cancelRequest", object{"id": "999999"})
	}
	finished := c.start("test/echo", object{})
	c.answer(finished)
	c.notify("$/cancelRequest", object{"id": finished})
	c.alive()
	for _, m := range c.received() {
		if id := string(m.ID); m.Method == "" && (id == fmt.Sprint(waiting) || id == `"w"` || id == "9007199254740993") {
			t.Errorf("request %s was answered before anybody cancelled it: %+v", id, m)
		}
	}
	c.notify("$/cancelRequest", object{"id": waiting})
	c.notify("$/cancelRequest", object{"id": "w"})
	c.frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":9007199254740993}}`)
	if code := c.answer(waiting).errorCode(); code != -32800 {
		t.Errorf("a cancelled request got code %d, want -32800", code)
	}
	for _, id := range []string{`"w"`, `9007199254740993`} {
		m := c.await("answer to "+id, func(inbox []message) (message, bool) {
			i := slices.IndexFunc(inbox, func(m message) bool { return string(m.ID) == id })
			return inbox[max(i, 0)], i >= 0
		})
		if m.errorCode() != -32800 {
			t.Errorf("cancelled request %s got code %d, want -32800", id, m.errorCode())
		}
	}
}

// TestEveryRequestIsAnsweredOnce, whatever is interleaved with it.
func TestEveryRequestIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize()
	var ids []int
	for i := range 2000 {
		ids = append(ids, c.start([]string{"test/echo", "test/panic", "test/wait", "no/such/method", "test/fail"}[i%5], object{}))
		if i%3 == 0 {
			c.notify("$/cancelRequest", object{"id": ids[i/2]})
		}
	}
	for _, id := range ids {
		c.notify("$/cancelRequest", object{"id": id})
	}
	for _, id := range ids {
		c.answer(id)
	}
	seen := map[string]int{}
	for _, m := range c.received() {
		seen[string(m.ID)]++
	}
	for id, n := range seen {
		if n != 1 && id != "" {
			t.Errorf("request %s was answered %d times", id, n)
		}
	}
}

// TestRequestSeesItsOwnMoment: a request sees every edit sent before it and none sent after.
func TestRequestSeesItsOwnMoment(t *testing.T) {
	t.Parallel()
	const uri = "file:///p/main.pp"
	c := connect(t, withTestMethods).initialize("utf-8")
	c.open(uri, 1, "0")
	var ids []int
	for version := 2; version < 1000; version++ {
		c.change(uri, version, object{"text": fmt.Sprint(version)})
		ids = append(ids, c.start("test/text", object{"textDocument": object{"uri": uri}}))
	}
	for i, id := range ids {
		want := fmt.Sprintf("%q", fmt.Sprint(i+2))
		if got := string(c.answer(id).Result); got != want {
			t.Fatalf("a request after version %d saw %s", i+2, got)
		}
	}
}

func TestExit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		sends []string
		code  int
	}{
		{"before initialize", nil, 1},
		{"while running", []string{"initialize"}, 1},
		{"after shutdown", []string{"initialize", "shutdown"}, 0},
		{"while a request runs", []string{"initialize", "test/wait", "shutdown"}, 0},
		{"while a request runs, without shutdown", []string{"initialize", "test/wait"}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, withTestMethods)
			for _, method := range test.sends {
				c.start(method, object{"capabilities": object{}})
			}
			c.notify("exit", nil)
			if code, err := c.ended(); code != test.code || err != nil {
				t.Errorf("ended with %d, %v; want %d", code, err, test.code)
			}
		})
	}
}

// TestClientThatDoesNotRead blocks neither reading nor exit.
func TestClientThatDoesNotRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		in, toServer := io.Pipe()
		_, out := io.Pipe() // nobody reads the other end
		c := attach(t, in, out, toServer, withTestMethods)
		c.start("initialize", object{"capabilities": object{}})
		for version := range 100 {
			c.start("test/echo", object{"text": strings.Repeat("x", 10_000)})
			c.start("no/such/method", nil)
			c.frame("not JSON")
			c.open(fmt.Sprintf("file:///p/%d.pp", version), version, "x")
		}
		c.start("shutdown", nil)
		began := time.Now()
		c.notify("exit", nil)
		if code, err := c.ended(); code != 0 || err != nil {
			t.Errorf("ended with %d, %v; want 0", code, err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("exit took %v, want at most %v", took, 2*time.Second)
		}
	})
}

// TestBrokenOutputEnds: a client that is gone ends the server.
func TestBrokenOutputEnds(t *testing.T) {
	t.Parallel()
	in, toServer := io.Pipe()
	nobody, out := io.Pipe()
	nobody.Close()
	c := attach(t, in, out, toServer)
	c.start("initialize", object{"capabilities": object{}})
	if code, err := c.ended(); code != 1 || err == nil {
		t.Errorf("ended with %d, %v; want 1 and an error", code, err)
	}
}

// TestContextEndsTheServer, as a signal to the process would.
func TestContextEndsTheServer(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	in, toServer := io.Pipe()
	defer toServer.Close()
	ended := make(chan int)
	go func() {
		code, _ := Serve(ctx, in, io.Discard, Options{})
		ended <- code
	}()
	cancel()
	if code := <-ended; code != 1 {
		t.Errorf("ended with %d, want 1", code)
	}
}
