// This file implements the fake client of these tests. It exchanges raw frames over an in-memory pipe, independent of the server's own framing.

package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
	"github.com/pcl-lsp/pcl-lsp/internal/leak"
)

// patience limits every wait of a test. It is long, since it only matters when a test fails, and a busy machine with the race detector may need minutes
// for what takes ten seconds otherwise.
const patience = 10 * time.Minute

// fakeClient is a client with its own server. It checks all messages against the metamodel.
type fakeClient struct {
	t    *testing.T
	ctx  context.Context
	in   io.WriteCloser // to the server
	ids  int
	over chan struct{} // closed when the server has returned
	code int           // its exit code, once over
	err  error

	heard chan struct{} // closed when receive has returned

	mu       sync.Mutex
	asked    map[int]string  // methods of the requests sent, by id
	inbox    []message       // all that arrived, in order
	answers  map[int]message // those of inbox that answer requests, by id
	arrived  chan struct{}
	finished bool // the server's stream has ended
}

// handled returns the methods that the server handles, including those that the connection handles itself.
func handled() (requests, notifications []string) {
	s := newServer(Options{})
	return append(slices.Sorted(maps.Keys(s.requests)), "shutdown"), append(slices.Sorted(maps.Keys(s.notifications)), "exit", "$/cancelRequest")
}

// message is anything the server sends.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

func (m message) errorCode() int {
	if m.Error == nil {
		return 0
	}
	return m.Error.Code
}

// connect starts a server, changed by the options given, and a client of it.
func connect(t *testing.T, changes ...any) *fakeClient {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	c := attach(t, fromClient, toClient, toServer, changes...)
	c.heard = make(chan struct{})
	go c.receive(fromServer)
	return c
}

// connected changes a server that has a connection, unlike a func(*server), which changes it before.
type connected func(*server)

// attach starts a server on in and out without reading what it sends.
func attach(t *testing.T, in io.Reader, out io.Writer, toServer io.WriteCloser, changes ...any) *fakeClient {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	c := &fakeClient{
		t: t, ctx: ctx, in: toServer,
		over: make(chan struct{}), arrived: make(chan struct{}), asked: map[int]string{}, answers: map[int]message{},
	}
	s := newServer(Options{Version: "test", After: func(d time.Duration, f func()) (stop func() bool) { return time.AfterFunc(d, f).Stop }})
	for _, change := range changes {
		if change, ok := change.(func(*server)); ok {
			change(s)
		}
	}
	s.connect(context.Background(), in, out)
	for _, change := range changes {
		if change, ok := change.(connected); ok {
			change(s)
		}
	}
	go func() {
		defer close(c.over)
		c.code, c.err = s.run()
	}()
	t.Cleanup(func() {
		toServer.Close()
		<-c.over
		if c.heard != nil {
			<-c.heard
		}
		cancel()
	})
	return c
}

// receive stores every frame until the stream ends.
func (c *fakeClient) receive(from io.Reader) {
	defer close(c.heard)
	defer c.note(func() { c.finished = true })
	r := bufio.NewReader(from)
	for {
		body, err := frame.Read(r)
		if errors.Is(err, frame.ErrHeader) {
			panic(err)
		}
		if err != nil {
			return
		}
		if found := leak.InMessage(body); found != "" {
			c.t.Errorf("a secret is sent: %s", found)
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			panic(fmt.Sprintf("the server sent the frame %q: %v", body, err))
		}
		method := m.Method
		c.note(func() {
			c.inbox = append(c.inbox, m)
			if id, err := strconv.Atoi(string(m.ID)); err == nil && method == "" {
				method = c.asked[id]
				c.answers[id] = m
			}
		})
		checkMessage(c.t, method, m)
		if plainText.Match(body) && bytes.ContainsRune(body, '`') {
			c.t.Errorf("clients show the backticks of %s", body)
		}
	}
}

// plainText matches messages with a text that clients show as it is.
var plainText = regexp.MustCompile(`"method":"window/showMessage|"method":"\$/progress".*"kind":"(?:begin|report)"`)

// received returns all that has arrived so far.
func (c *fakeClient) received() []message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.inbox[:len(c.inbox):len(c.inbox)]
}

func (c *fakeClient) note(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	close(c.arrived)
	c.arrived = make(chan struct{})
}

// await returns what probe finds in the inbox, as soon as it finds something.
func (c *fakeClient) await(what string, probe func(inbox []message) (message, bool)) message {
	c.t.Helper()
	for {
		c.mu.Lock()
		m, ok := probe(c.inbox)
		arrived, finished, inbox := c.arrived, c.finished, c.inbox
		c.mu.Unlock()
		switch {
		case ok:
			return m
		case finished:
			c.t.Fatalf("the server ended before %s; it sent %d messages: %s", what, len(inbox), summary(inbox))
		}
		select {
		case <-arrived:
		case <-c.ctx.Done():
			c.t.Fatalf("no %s within %v; the server sent %d messages: %s", what, patience, len(inbox), summary(inbox))
		}
	}
}

func summary(inbox []message) string {
	if len(inbox) > 8 {
		inbox = inbox[len(inbox)-8:]
	}
	text, _ := json.Marshal(inbox)
	return fmt.Sprintf("%.2000s", text)
}

// frame sends one body with a right header.
func (c *fakeClient) frame(body string) {
	c.t.Helper()
	c.raw(string(frame.Of(body)))
}

// raw sends bytes as they are.
func (c *fakeClient) raw(bytes string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, bytes); err != nil {
		c.t.Fatalf("the server does not take %.80q: %v", bytes, err)
	}
}

func (c *fakeClient) notify(method string, params any) {
	c.t.Helper()
	c.frame(envelope(c.t, nil, method, params))
}

// start sends a request and returns its id; answer waits for its response.
func (c *fakeClient) start(method string, params any) (id int) {
	c.t.Helper()
	c.ids++
	c.mu.Lock()
	c.asked[c.ids] = method
	c.mu.Unlock()
	c.frame(envelope(c.t, c.ids, method, params))
	return c.ids
}

func (c *fakeClient) answer(id int) message {
	c.t.Helper()
	return c.await(fmt.Sprintf("answer to request %d", id), func([]message) (message, bool) {
		m, ok := c.answers[id] // guarded where this is called
		return m, ok
	})
}

// call sends a request and waits for its response.
func (c *fakeClient) call(method string, params any) message {
	c.t.Helper()
	return c.answer(c.start(method, params))
}

// result sends a request that must succeed and decodes its result.
func (c *fakeClient) result(method string, params, into any) {
	c.t.Helper()
	m := c.call(method, params)
	if m.Error != nil {
		c.t.Fatalf("%s failed: %d %s", method, m.Error.Code, m.Error.Message)
	}
	if err := json.Unmarshal(m.Result, into); err != nil {
		c.t.Fatalf("%s: result %s: %v", method, m.Result, err)
	}
}

func envelope(t *testing.T, id any, method string, params any) string {
	t.Helper()
	m := map[string]any{"jsonrpc": "2.0", "method": method}
	if id != nil {
		m["id"] = id
	}
	if params != nil {
		m["params"] = params
	}
	body, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// object is a JSON object written in Go.
type object = map[string]any

// initialize performs the handshake, offering these encodings.
func (c *fakeClient) initialize(encodings ...string) *fakeClient {
	c.t.Helper()
	return c.initializeWith(object{"general": object{"positionEncodings": encodings}})
}

func (c *fakeClient) initializeWith(capabilities object) *fakeClient {
	c.t.Helper()
	m := c.call(protocol.MethodInitialize, object{"processId": nil, "rootUri": nil, "capabilities": capabilities})
	if m.Error != nil {
		c.t.Fatalf("initialize failed: %d %s", m.Error.Code, m.Error.Message)
	}
	c.notify(protocol.MethodInitialized, object{})
	return c
}

func (c *fakeClient) open(uri string, version int, text string) {
	c.t.Helper()
	c.notify(protocol.MethodTextDocumentDidOpen, object{"textDocument": object{
		"uri": uri, "languageId": "pcl", "version": version, "text": text,
	}})
}

func (c *fakeClient) change(uri string, version int, changes ...object) {
	c.t.Helper()
	c.notify(protocol.MethodTextDocumentDidChange, object{
		"textDocument": object{"uri": uri, "version": version}, "contentChanges": changes,
	})
}

func (c *fakeClient) close(uri string) {
	c.t.Helper()
	c.notify(protocol.MethodTextDocumentDidClose, object{"textDocument": object{"uri": uri}})
}

// partial is an incremental content change.
func partial(startLine, startChar, endLine, endChar int, text string) object {
	return object{
		"range": object{
			"start": object{"line": startLine, "character": startChar},
			"end":   object{"line": endLine, "character": endChar},
		},
		"text": text,
	}
}

// published waits for findings of this version of a document.
func (c *fakeClient) published(uri string, version int) protocol.PublishDiagnosticsParams {
	c.t.Helper()
	var found protocol.PublishDiagnosticsParams
	c.await(fmt.Sprintf("findings for version %d of %s", version, uri), func(inbox []message) (message, bool) {
		for _, p := range publishedIn(c.t, inbox, uri) {
			if v, _ := p.Version.Get(); int(v) == version {
				found = p
				return message{}, true
			}
		}
		return message{}, false
	})
	return found
}

// publishedIn returns the findings sent for a document, in order.
func publishedIn(t *testing.T, inbox []message, uri string) (all []protocol.PublishDiagnosticsParams) {
	t.Helper()
	for _, m := range inbox {
		if m.Method != protocol.MethodTextDocumentPublishDiagnostics {
			continue
		}
		var head struct{ URI string }
		if err := json.Unmarshal(m.Params, &head); err != nil || head.URI != uri {
			continue
		}
		var p protocol.PublishDiagnosticsParams
		if err := protocol.Unmarshal(m.Params, &p); err != nil {
			t.Fatalf("findings %s: %v", m.Params, err)
		}
		all = append(all, p)
	}
	return all
}

// ended waits for the server to return and gives its exit code and error.
func (c *fakeClient) ended() (code int, err error) {
	c.t.Helper()
	select {
	case <-c.over:
		return c.code, c.err
	case <-c.ctx.Done():
		c.t.Fatalf("the server has not ended within %v", patience)
		return 0, nil
	}
}

// alive checks that the server still answers.
func (c *fakeClient) alive() {
	c.t.Helper()
	if got := c.call("no/such/method", nil).errorCode(); got != -32601 {
		c.t.Fatalf("an unknown method got code %d, want -32601", got)
	}
}
