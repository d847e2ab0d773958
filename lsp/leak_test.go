// This file tests that a connection leaves no goroutine behind. Each test runs in its own bubble, which fails if a goroutine remains and where waiting
// takes no real time.

package lsp

import (
	"context"
	"io"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestNoGoroutineIsLeft(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		run  func(c *fakeClient)
	}{
		{"after exit", func(c *fakeClient) { c.notify("exit", nil) }},
		{"after the end of the input", func(c *fakeClient) { c.in.Close() }},
		{"after a broken header", func(c *fakeClient) { c.raw("x\r\n\r\n") }},
		{"while a request runs", func(c *fakeClient) { c.start("test/wait", nil); c.notify("exit", nil) }},
		{"while a request runs at the end of the input", func(c *fakeClient) { c.start("test/wait", nil); c.in.Close() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := connect(t, withTestMethods).initialize()
				c.open(mainURI, 1, "x = 1")
				test.run(c)
				c.ended()
			})
		})
	}
}

// TestNoGoroutineWaitsForTheClient: calls that the client never answers leave no goroutine behind. Such calls cannot be made in a bubble, so the test
// counts goroutines while no other test runs.
func TestNoGoroutineWaitsForTheClient(t *testing.T) {
	before := runtime.NumGoroutine()
	gate := make(chan struct{})
	t.Run("all in use", func(t *testing.T) {
		capabilities := pulling(object{})
		capabilities["window"] = object{"workDoneProgress": true}
		capabilities["workspace"].(object)["didChangeWatchedFiles"] = object{"dynamicRegistration": true, "relativePatternSupport": true}
		c := connect(t, slowly(t, gate)).initializeWith(capabilities)
		c.open(mainURI, 1, needsSchema)
		for _, method := range []string{"window/workDoneProgress/create", "client/registerCapability"} {
			c.await(method, func(inbox []message) (message, bool) {
				i := slices.IndexFunc(inbox, func(m message) bool { return m.Method == method })
				return message{}, i >= 0
			})
		}
		c.start("textDocument/diagnostic", object{"textDocument": object{"uri": mainURI}})
		c.start("workspace/diagnostic", object{"previousResultIds": []object{}})
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"name.*": "hint"}}}})
		c.notify("exit", nil)
		close(gate) // a disk may take its time, but not for ever
		c.ended()
	})
	limit, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for runtime.NumGoroutine() > before {
		if runtime.Gosched(); limit.Err() != nil {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines are left, before there were %d:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// TestExitDoesNotWaitForInput: an input that cannot be closed from this side, such as standard input, delays nothing.
func TestExitDoesNotWaitForInput(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		in, toServer := io.Pipe()
		c := attach(t, struct{ io.Reader }{in}, io.Discard, toServer)
		c.start("initialize", object{"capabilities": object{}})
		c.start("shutdown", nil)
		began := time.Now()
		c.notify("exit", nil)
		if code, err := c.ended(); code != 0 || err != nil {
			t.Errorf("ended with %d, %v; want 0", code, err)
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("exit took %v of waiting, want none", took)
		}
	})
}
