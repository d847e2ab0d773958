package transport

import (
	"context"
	"os"
	"testing"
	"time"
)

// TestAwaitByLooking: a process that is there and then is not is gone; one that was never
// there is somewhere else.
func TestAwaitByLooking(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		seen []bool // at each look
		gone bool
	}{
		{"never there", []bool{false}, false},
		{"there, then gone", []bool{true, true, true, false}, true},
	} {
		looks := 0
		ticks := make(chan time.Time, len(test.seen))
		for range test.seen {
			ticks <- time.Time{}
		}
		gone := awaitByPolling(t.Context(), func() bool { looks++; return test.seen[looks-1] }, ticks)
		if gone != test.gone || looks != len(test.seen) {
			t.Errorf("%s: gone is %v after %d looks, want %v after %d", test.name, gone, looks, test.gone, len(test.seen))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if awaitByPolling(ctx, func() bool { return true }, nil) {
		t.Error("gone, although nobody looked")
	}
}

// TestAwaitClient: waiting for a process that lives, this one, ends with the context; for
// what is no process it ends at once.
func TestAwaitClient(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan bool)
	go func() { ended <- awaitProcess(ctx, os.Getpid(), nil) }()
	cancel()
	if <-ended {
		t.Error("this process is gone")
	}
	for _, id := range []int{0, -1, -os.Getpid(), 1<<31 - 1} {
		if AwaitClient(t.Context(), id, time.Second) {
			t.Errorf("process %d is gone", id)
		}
	}
}
