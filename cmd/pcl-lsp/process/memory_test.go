package process

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

// Between two collections, a process may allocate the room of its pace, or the growth of a larger live heap.
func TestGrowth(t *testing.T) {
	for _, p := range []pace{short, long} {
		for live := uint64(1 << 20); live < 1<<32; live += live / 7 {
			room := float64(max(live, smallest)) * float64(p.growthOf(live)) / 100
			want := max(float64(p.room), float64(live)*float64(p.growth)/100)
			if room > want || room < want-float64(max(live, smallest))/10 {
				t.Errorf("with %d bytes in use, %.0f may be allocated, not %.0f", live, room, want)
			}
		}
	}
}
