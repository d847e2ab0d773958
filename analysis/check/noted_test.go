package check

import (
	"context"
	"runtime"
	"slices"
	"testing"
)

// Whoever sees a result finds what it has read in the index: a program is derived as soon
// as all results are there, while those who computed them may still be on their way.
func TestResultsAreNotedBeforeTheyAreSeen(t *testing.T) {
	t.Parallel()
	p := &Program{answers: new(answers)}
	readers := newReaders()
	readers.filled.Do(func() {})
	p.readers.Store(readers)
	r := &run{p: p, ctx: context.Background()}
	for slot := range int32(50_000) {
		var c cell[int]
		seen := make(chan bool)
		about := topic{aboutType, string(rune('a' + slot%20))}
		go func() {
			for c.current.Load() == nil {
				runtime.Gosched()
			}
			seen <- slices.Contains(p.index().of(about), slot)
		}()
		c.keep(r, slot, &outcome[int]{reads: []read{{topic: about}}})
		if !<-seen {
			t.Fatalf("result %d is there, and what it has read is not known", slot)
		}
	}
}
