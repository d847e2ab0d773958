package lsp

import (
	"testing"
	"time"
)

// TestRest asserts that there is one rest after each spell of work, and none in it.
func TestRest(t *testing.T) {
	rests := 0
	r := rest{begin: func() { rests++ }}
	for i, step := range []struct {
		heard int64 // messages before the tick
		rests int   // after it
	}{{0, 0}, {3, 0}, {1, 0}, {0, 1}, {0, 1}, {2, 1}, {0, 2}, {0, 2}, {1, 2}, {1, 2}, {0, 3}} {
		r.heard.Add(step.heard)
		r.tick()
		if rests != step.rests {
			t.Errorf("tick %d: %d rests, want %d", i, rests, step.rests)
		}
	}
}

// TestServerRests asserts that a server to which nothing is said has its rest.
func TestServerRests(t *testing.T) {
	ticks, rested := make(chan time.Time), make(chan struct{}, 1)
	c := connect(t, func(s *server) {
		s.opts.Ticks, s.opts.Rest = ticks, func() { rested <- struct{}{} }
	})
	c.initialize("utf-8")
	c.open("file:///p/main.pp", 1, "a = 1\n")
	c.published("file:///p/main.pp", 1)
	for range 2 {
		select {
		case ticks <- time.Time{}:
		case <-c.ctx.Done():
			t.Fatal("nobody takes a tick")
		}
	}
	select {
	case <-rested:
	case <-c.ctx.Done():
		t.Fatal("no rest")
	}
}
