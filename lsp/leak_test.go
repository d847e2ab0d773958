// This file tests that a connection leaves no goroutine behind. Each test runs
// in a bubble of its own, which fails if one remains and in which waiting takes
// no real time.

package lsp

import (
	"io"
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

// TestExitDoesNotWaitForInput: an input that cannot be closed from this side, as
// standard input, holds nothing up.
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
