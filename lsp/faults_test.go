// This file tests panics: the client gets an answer, the user a report, and everything else goes on. The value of a panic appears nowhere.

package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"go.lsp.dev/jsonrpc2"
)

// faultSecret is part of the values of panics and of documents.
const faultSecret = "hunter2-of-the-test"

// keptFaults are the reports and the log of a server.
type keptFaults struct {
	mu    sync.Mutex
	log   bytes.Buffer
	kept  []string // by "doing: what"
	texts string
}

func (k *keptFaults) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.log.Write(p)
}

func (k *keptFaults) keep(doing string, f *fault.Fault) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept = append(k.kept, doing)
	k.texts += fmt.Sprintln(doing, f, f.Stack())
	return fmt.Sprintf("/reports/%d", len(k.kept)), nil
}

// all returns everything that was written.
func (k *keptFaults) all() (kept []string, text string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.kept[:len(k.kept):len(k.kept)], k.texts + k.log.String()
}

// keeping makes a server save reports and a log.
func keeping(k *keptFaults) func(*server) {
	return func(s *server) {
		s.opts.KeepFault = k.keep
		s.log = slog.New(slog.NewTextHandler(k, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
}

// panicking makes every handler panic the first time it is called.
func panicking(s *server) {
	for method, r := range s.requests {
		var once sync.Once
		fail := func() { once.Do(func() { panic("of " + method + ": " + faultSecret) }) }
		if r.Inline != nil {
			s.requests[method] = wire.Request[*view]{Inline: func(params jsonrpc2.RawMessage) (any, error) {
				fail()
				return r.Inline(params)
			}}
			continue
		}
		s.requests[method] = wire.Request[*view]{Concurrent: func(ctx context.Context, v *view, params jsonrpc2.RawMessage) (any, error) {
			fail()
			return r.Concurrent(ctx, v, params)
		}}
	}
	for method, take := range s.notifications {
		var once sync.Once
		s.notifications[method] = func(params jsonrpc2.RawMessage) error {
			once.Do(func() { panic(errors.New("of " + method + ": " + faultSecret)) })
			return take(params)
		}
	}
}

// shownMessages are the texts of window/showMessage so far.
func (c *fakeClient) shownMessages() (all []string) {
	for _, m := range c.received() {
		if m.Method == "window/showMessage" {
			all = append(all, string(m.Params))
		}
	}
	return all
}

// TestPanicInEveryHandler: each handler panics once. The request gets an error, the next request succeeds, and findings keep coming.
func TestPanicInEveryHandler(t *testing.T) {
	t.Parallel()
	var kept keptFaults
	c := connect(t, panicking, keeping(&kept))
	failing := func(method string) {
		t.Helper()
		if got := c.call(method, object{"capabilities": object{}}); got.errorCode() != -32603 || strings.Contains(got.Error.Message, faultSecret) {
			t.Errorf("%s got %+v, want -32603 without the value", method, got.Error)
		}
	}
	failing("initialize")
	c.initialize("utf-8") // `initialized` is the first notification to panic
	notices, requests := 0, 0
	for method := range newServer(Options{}).notifications {
		if notices++; method != "initialized" {
			c.notify(method, object{})
		}
	}
	version := 1
	c.open(mainURI, version, "a = \""+faultSecret+"\"\n")
	for method := range newServer(Options{}).requests {
		requests++
		if method != "initialize" {
			failing(method)
		}
		version++
		c.change(mainURI, version, object{"text": fmt.Sprintf("a = b%d + %q\n", version, faultSecret)})
		if found := c.published(mainURI, version).Diagnostics; len(found) == 0 {
			t.Errorf("after a panic in %s nothing is found in a wrong text", method)
		}
		c.alive()
	}
	for _, r := range stormRequests(mainURI, object{"line": 0, "character": 0}) {
		if got := c.call(r.method, r.params); got.errorCode() == -32603 {
			t.Errorf("after its panic %s got %+v", r.method, got.Error)
		}
	}
	c.call("shutdown", nil)
	c.notify("exit", nil)
	if code, err := c.ended(); code != 0 || err != nil {
		t.Errorf("ended with %d, %v", code, err)
	}
	reports, written := kept.all()
	if len(reports) == 0 || strings.Count(written, "what=\"panic: ") < len(reports) {
		t.Errorf("%d reports are kept; the log is\n%s", len(reports), written)
	}
	if n := strings.Count(written, "fault="); n != notices+requests {
		t.Errorf("the log tells of %d panics, there were %d", n, notices+requests)
	}
	if strings.Contains(written, faultSecret) {
		t.Errorf("the value of a panic is written down:\n%s", written)
	}
}

// TestPanicIsToldOnce: the user is told once where the report of a bug is.
func TestPanicIsToldOnce(t *testing.T) {
	t.Parallel()
	var kept keptFaults
	c := connect(t, withTestMethods, keeping(&kept)).initialize()
	for range 100 {
		if code := c.call("test/panic", nil).errorCode(); code != -32603 {
			t.Fatalf("got code %d, want -32603", code)
		}
	}
	c.await("a message", func([]message) (message, bool) { return message{}, len(c.shownInside()) > 0 })
	c.call("test/panicInline", nil)
	c.notify("test/panicNotice", nil)
	c.await("three messages", func([]message) (message, bool) { return message{}, len(c.shownInside()) >= 3 })
	c.alive()
	shown := c.shownMessages()
	if reports, _ := kept.all(); len(reports) != 3 || len(shown) != 3 {
		t.Fatalf("%v are kept and %q shown, want one of each method", reports, shown)
	}
	if !strings.Contains(shown[0], "internal error in test/panic") || !strings.Contains(shown[0], "/reports/1") {
		t.Errorf("shown is %s, want the method and the path of the report", shown[0])
	}
}

// shownInside is shownMessages for callers that hold the lock of the inbox.
func (c *fakeClient) shownInside() (all []message) {
	for _, m := range c.inbox {
		if m.Method == "window/showMessage" {
			all = append(all, m)
		}
	}
	return all
}

// failingPeer panics when it sends findings.
type failingPeer struct {
	peer
	fail func()
}

func (p failingPeer) Post(method string, params [][]byte) error {
	if method == "textDocument/publishDiagnostics" {
		p.fail()
	}
	return p.peer.Post(method, params)
}

// TestPanicOutsideOfHandlers: a panic of the diagnoser, the poller or a background goroutine is reported, and the server goes on. Package publish tests
// panics everywhere in the diagnoser.
func TestPanicOutsideOfHandlers(t *testing.T) {
	t.Parallel()
	for name, inject := range map[string]func(s *server, fail func()){
		"sending findings": func(s *server, fail func()) { s.peer = failingPeer{s.peer, fail} },
		"the poller": func(s *server, fail func()) {
			s.poller.active = func() bool { fail(); return true }
			s.poller.poll()
		},
		"idle":           func(s *server, fail func()) { s.idle.begin = fail },
		"the background": func(s *server, fail func()) { s.background(fail) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var kept keptFaults
			var once sync.Once
			ticks := make(chan time.Time)
			failed := make(chan struct{})
			c := connect(t, keeping(&kept), func(s *server) { s.opts.Ticks = ticks }, connected(func(s *server) {
				inject(s, func() {
					once.Do(func() {
						close(failed)
						panic(faultSecret)
					})
				})
			})).initialize("utf-8")
			c.open(mainURI, 1, "a = b1\n")
			tick := func() {
				select {
				case ticks <- time.Time{}:
				case <-c.ctx.Done():
					t.Fatal("nobody takes a tick anymore")
				}
			}
			if name == "idle" {
				tick()
				tick()
			}
			select {
			case <-failed:
			case <-c.ctx.Done():
				t.Fatal("nothing has panicked")
			}
			c.change(mainURI, 2, object{"text": "a = b2\n"})
			if found := c.published(mainURI, 2).Diagnostics; len(found) == 0 {
				t.Error("nothing is found in a wrong text")
			}
			tick()
			tick()
			c.alive()
			c.await("a message", func([]message) (message, bool) { return message{}, len(c.shownInside()) == 1 })
			if reports, written := kept.all(); len(reports) != 1 || strings.Contains(written, faultSecret) || !strings.Contains(written, "what=\"panic: string\"") {
				t.Errorf("%v are kept, and the log is\n%s", reports, written)
			}
		})
	}
}

// panickingSchemas cannot be read.
type panickingSchemas struct{}

func (panickingSchemas) Package(schema.Ref) (*schema.Package, schema.Availability) {
	panic(faultSecret)
}

// TestPanicOfSchemas: if reading a schema panics, the program has a finding, and there is a report.
func TestPanicOfSchemas(t *testing.T) {
	t.Parallel()
	var kept keptFaults
	c := connect(t, keeping(&kept), func(s *server) {
		s.session = workspace.New(workspace.Options{Schemas: panickingSchemas{}})
		s.opts.LoadInBackground = true
	}).initialize("utf-8")
	c.open(mainURI, 1, "resource r \"kit:Name\" {\n}\n")
	c.await("a finding", func(all []message) (message, bool) {
		for _, m := range all {
			if m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "reading its schema failed") {
				return m, true
			}
		}
		return message{}, false
	})
	reports, text := kept.all()
	if !slices.Equal(reports, []string{"reading a schema"}) || strings.Contains(text, faultSecret) {
		t.Errorf("kept are %v, with the texts %s", reports, text)
	}
	c.alive()
}
