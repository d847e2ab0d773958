package lsp

import (
	"math/rand/v2"
	"testing"
	"time"
)

// collecting is the garbage collector of a test, with a timer that the test sets off.
type collecting struct {
	pauses
	used      float64
	collected int
	timers    []func()
}

func newCollecting() *collecting {
	c := &collecting{}
	c.pauses = pauses{
		garbage: func() float64 { return c.used },
		collect: func() { c.collected++; c.used = 0 },
		after:   func(_ time.Duration, f func()) (stop func() bool) { c.timers = append(c.timers, f); return nil },
		alive:   func() bool { return true },
		safely:  func(f func()) { f() },
	}
	return c
}

// elapse sets the timer off.
func (c *collecting) elapse() {
	due := c.timers
	c.timers = nil
	for _, f := range due {
		f()
	}
}

// TestPauses: in any order of messages and times, garbage is collected only if nothing has happened for a whole time and enough was allocated, then
// exactly once, and no timer is left of a pause. There is never more than one.
func TestPauses(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	c := newCollecting()
	since := 0    // what happened since the timer was set
	more := false // the timer was set because a collection might be running
	for i := range 10_000 {
		if r.IntN(3) > 0 {
			if c.used += r.Float64() / 4; len(c.timers) > 0 {
				since++
			}
			if c.happened(); len(c.timers) != 1 {
				t.Fatalf("step %d: %d timers after a message", i, len(c.timers))
			}
			continue
		}
		want, waits := c.collected, len(c.timers) > 0
		again := waits && (since > 0 || c.used > advanced && !more)
		if waits && !again && c.used > worthwhile {
			want++
		}
		c.elapse()
		if c.collected != want {
			t.Fatalf("step %d: %d collections, want %d", i, c.collected, want)
		}
		if (len(c.timers) == 1) != again {
			t.Fatalf("step %d: %d timers after %d messages during a pause", i, len(c.timers), since)
		}
		since, more = 0, again && since == 0
	}
	if c.collected == 0 {
		t.Error("nothing was ever collected")
	}
}

// TestPausesDuringCollections: what happens while garbage is collected is followed by a pause of its own.
func TestPausesDuringCollections(t *testing.T) {
	t.Parallel()
	c := newCollecting()
	c.collect = func() { c.collected++; c.used = 0.5; c.happened() }
	c.used = 0.5
	c.happened()
	for i := range 4 {
		c.elapse()
		if c.collected != i+1 || len(c.timers) != 1 {
			t.Fatalf("%d collections and %d timers after %d pauses, want %d and 1", c.collected, len(c.timers), i+1, i+1)
		}
	}
}

// TestServerCollects: a server collects garbage in the first pause after messages, and not again without any.
func TestServerCollects(t *testing.T) {
	timers, collected := make(chan func(), 1), make(chan struct{}, 10)
	c := connect(t, func(s *server) {
		s.opts.Garbage = func() float64 { return 0.5 }
		s.opts.Collect = func() { collected <- struct{}{} }
		s.opts.After = func(d time.Duration, f func()) (stop func() bool) {
			if d == pause { // and not the time of the watchdog
				timers <- f
			}
			return func() bool { return true }
		}
	})
	c.initialize("utf-8")
	c.open("file:///p/main.pp", 1, "a = 1\n")
	c.published("file:///p/main.pp", 1)
	for range 1000 { // passes may end meanwhile
		select {
		case f := <-timers:
			f()
		case <-collected:
			return
		case <-c.ctx.Done():
			t.Fatal("no garbage is collected")
		}
	}
	t.Error("the server is never at rest")
}
