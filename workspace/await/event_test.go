package await_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

// TestEvent: an event wakes everyone who waits for it, and nobody who waits for the next one.
func TestEvent(t *testing.T) {
	t.Parallel()
	var e await.Event
	e.Happen()
	first, second := e.Next(), e.Next()
	if isClosed(first) || isClosed(second) {
		t.Error("an earlier event wakes those who wait for the next one")
	}
	e.Happen()
	if !isClosed(first) || !isClosed(second) {
		t.Error("an event does not wake those who wait")
	}
	if isClosed(e.Next()) {
		t.Error("an event wakes those who wait for the next one")
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
