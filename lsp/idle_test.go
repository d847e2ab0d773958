package lsp

import (
	"testing"
	"time"
)

// TestIdle: one idle time follows each burst of messages, and none is inside it.
func TestIdle(t *testing.T) {
	begins := 0
	r := idle{begin: func() { begins++ }}
	for i, step := range []struct {
		heard  int64 // messages before the tick
		begins int   // after it
	}{{0, 0}, {3, 0}, {1, 0}, {0, 1}, {0, 1}, {2, 1}, {0, 2}, {0, 2}, {1, 2}, {1, 2}, {0, 3}} {
		r.heard.Add(step.heard)
		r.tick()
		if begins != step.begins {
			t.Errorf("tick %d: %d idle times, want %d", i, begins, step.begins)
		}
	}
}

// TestServerRests: a server that gets no messages calls Rest.
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
