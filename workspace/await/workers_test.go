package await

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// Every piece of work is done once, however few or many there are, also inside of
// work, and never by more goroutines than there are workers.
func TestWorkersDoAll(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2, 5} {
		w := NewWorkers(workers)
		var active, most atomic.Int32
		for _, n := range []int{0, 1, 2, 3, 50} {
			done := make([]atomic.Int32, n*n)
			w.Each(n, func(i int) {
				w.Each(n, func(k int) {
					now := active.Add(1)
					defer active.Add(-1)
					for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
					}
					done[i*n+k].Add(1)
				})
			})
			for i := range done {
				if got := done[i].Load(); got != 1 {
					t.Errorf("%d workers, %d times %d pieces: number %d was done %d times", workers, n, n, i, got)
				}
			}
		}
		if got := most.Load(); int(got) > workers {
			t.Errorf("%d workers: %d were at work at once", workers, got)
		}
		if len(w.free) != 0 {
			t.Errorf("%d workers: %d are still busy", workers, len(w.free))
		}
	}
}

// A panic in any worker arrives where the work was asked for, with its place, when
// nobody is at work any more; also through work inside of work.
func TestWorkersPanic(t *testing.T) {
	t.Parallel()
	w := NewWorkers(3)
	for wrong := range 8 {
		func() {
			var active atomic.Int32
			defer func() {
				f, ok := recover().(*fault.Fault)
				if !ok || f.Error() != "panic: await.misfortune" || !strings.Contains(f.Stack(), "misfortunate") || active.Load() != 0 || len(w.free) != 0 {
					t.Errorf("got panic %v with %d at work and %d helpers, want %d", f, active.Load(), len(w.free), wrong)
				}
			}()
			w.Each(4, func(i int) {
				active.Add(1)
				defer active.Add(-1)
				w.Each(2, func(k int) {
					if 2*i+k == wrong {
						misfortunate(wrong)
					}
				})
			})
		}()
	}
}

// misfortune is what goes wrong, and misfortunate is where.
type misfortune int

//go:noinline
func misfortunate(n int) { panic(misfortune(n)) }
