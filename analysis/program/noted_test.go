package program

import (
	"context"
	"runtime"
	"slices"
	"testing"
)

// Invariant: whoever sees a result finds what it has read in the index. A program is
// derived as soon as all results are there, while the goroutines that computed them may
// still be running.
func TestResultsAreNotedBeforeTheyAreSeen(t *testing.T) {
	t.Parallel()
	p := &Program{shared: new(shared)}
	readers := newReaders()
	readers.filled.Do(func() {})
	p.readers.Store(readers)
	r := &Run{Program: p, Context: context.Background()}
	for id := range int32(50_000) {
		var c cell
		seen := make(chan bool)
		on := Dependency{FirstHostDependency, string(rune('a' + id%20))}
		go func() {
			for c.current.Load() == nil {
				runtime.Gosched()
			}
			seen <- slices.Contains(p.index().of(on), id)
		}()
		c.keep(r, id, &outcome{reads: []read{{Dependency: on}}})
		if !<-seen {
			t.Fatalf("result %d is there, and what it has read is not known", id)
		}
	}
}
