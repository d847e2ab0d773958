package evict

import (
	"math/rand/v2"
	"slices"
	"testing"
)

type owner struct {
	size int
	kept bool
}

// The newest values stay, up to the size of the queue; the rest is forgotten, oldest first.
func TestTheNewestStay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		most := 1 + random.IntN(20_000)
		q := New(most, Large, func(o *owner) { o.kept = false })
		var all []*owner
		for range random.IntN(1000) {
			o := &owner{size: random.IntN(100), kept: true}
			all = append(all, o)
			q.Keep(o, o.size)
		}
		room := most
		for _, o := range slices.Backward(all) {
			if room -= o.size; o.kept != (room >= 0) {
				t.Fatalf("of %d values in a queue for %d, one of %d that leaves room for %d is kept: %v", len(all), most, o.size, room, o.kept)
			}
		}
	}
}

// A large value is never forgotten, and takes no room from others.
func TestLargeValuesStay(t *testing.T) {
	q := New(10, Large, func(o *owner) { o.kept = false })
	big, small := &owner{kept: true}, &owner{kept: true}
	q.Keep(small, 10)
	q.Keep(big, Large)
	if !big.kept || !small.kept {
		t.Error("a value was forgotten for a large one")
	}
	q.Keep(&owner{}, 10)
	if !big.kept || small.kept {
		t.Errorf("large value kept: %v, the older small one: %v", big.kept, small.kept)
	}
}

// An owner that is added again forgets its value at each turn.
func TestForgetIsCalledOnceForEachTurn(t *testing.T) {
	calls := 0
	q := New(1, Large, func(*owner) { calls++ })
	o := &owner{}
	for range 5 {
		q.Keep(o, 1)
	}
	if calls != 4 {
		t.Errorf("%d calls for 4 values that were replaced", calls)
	}
}
