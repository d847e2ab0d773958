package main

import (
	"runtime"
	"testing"
)

var allocated []byte // is on the heap

// TestGarbage: the share that is used up grows from nearly nothing to nearly all of it between two collections.
//
// The test does not run in parallel, since others allocate too.
func TestGarbage(t *testing.T) {
	collections := func() uint32 {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		return now.NumGC
	}
	runtime.GC()
	first, last, before := garbage(), 0.0, collections()
	for {
		allocated = make([]byte, 64<<10)
		now := garbage()
		if collections() != before {
			break
		}
		last = now
	}
	if first > 0.25 || last < 0.5 || last > 1.5 {
		t.Errorf("the share was %.2f after one collection, and %.2f before the next", first, last)
	}
}
