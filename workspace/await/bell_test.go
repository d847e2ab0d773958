package await_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

// TestBell: a ring wakes everyone who waits for it, and nobody who waits for the next one.
func TestBell(t *testing.T) {
	t.Parallel()
	var b await.Bell
	b.Ring()
	first, second := b.Next(), b.Next()
	if isClosed(first) || isClosed(second) {
		t.Error("an earlier ring wakes those who wait for the next one")
	}
	b.Ring()
	if !isClosed(first) || !isClosed(second) {
		t.Error("a ring does not wake those who wait")
	}
	if isClosed(b.Next()) {
		t.Error("a ring wakes those who wait for the next one")
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
