// This file tests that a connection leaves no goroutine behind. Each test runs
// in a bubble of its own, which fails if one remains and in which waiting takes
// no real time.

package lsp

import (
	"context"
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

// TestQuietTime: typing delays findings until it pauses; a save does not wait.
func TestQuietTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.quiet = 100 * time.Millisecond
		began := time.Now()
		var passes []time.Duration
		b.inspect = func(context.Context) (map[string]findings, error) {
			passes = append(passes, time.Since(began))
			return nil, nil
		}
		ctx, cancel := context.WithCancel(t.Context())
		go b.run(ctx)
		for range 5 {
			b.changed(onceQuiet)
			<-time.After(60 * time.Millisecond) // of the bubble's time
		}
		<-time.After(time.Second)
		b.changed(onceQuiet)
		synctest.Wait()
		b.changed(now)
		synctest.Wait()
		cancel()
		<-b.done
		want := []time.Duration{340 * time.Millisecond, 1300 * time.Millisecond}
		if len(passes) != 2 || passes[0] != want[0] || passes[1] != want[1] {
			t.Errorf("passes at %v, want %v", passes, want)
		}
	})
}
