package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestEndInTime: one signal is enough, also for what does not come to its end.
func TestEndInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		codes := make(chan int, 2)
		endInTime([]string{"plan", "infra"}, &said, func(code int) { codes <- code })
		time.Sleep(endingTime - time.Millisecond)
		select {
		case <-codes:
			t.Fatal("it ends too early")
		default:
		}
		if code := <-codes; code != exitUnchecked || !strings.Contains(said.String(), "after an interruption") {
			t.Errorf("it ends with %d and %q", code, said.String())
		}
	})
}
