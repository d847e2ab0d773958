package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestEndInTime: one signal is enough, also for what does not come to its end. A command ends within a second.
func TestEndInTime(t *testing.T) {
	t.Parallel()
	if endingTime > time.Second {
		t.Errorf("a command may run on for %v", endingTime)
	}
	for line, limit := range map[string]time.Duration{"plan infra": endingTime, "check": endingTime, "mcp": endingTime, "serve": servingTime, "--stdio": servingTime, "": servingTime} {
		synctest.Test(t, func(t *testing.T) {
			var said bytes.Buffer
			began := time.Now()
			codes := make(chan int)
			endInTime(strings.Fields(line), &said, func(code int) { codes <- code })
			code := <-codes
			if took := time.Since(began); took != limit || code != exitUnchecked || !strings.Contains(said.String(), "after an interruption") {
				t.Errorf("%q ends with %d and %q after %v, want %v", line, code, said.String(), took, limit)
			}
		})
	}
}
