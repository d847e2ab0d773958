package schemas

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// Every piece of work is done once, however few or many there are.
func TestWorkersDoAll(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 3, 100} {
		done := make([]atomic.Int32, n)
		workers(3).each(n, func(i int) { done[i].Add(1) })
		for i := range done {
			if got := done[i].Load(); got != 1 {
				t.Errorf("of %d pieces number %d was done %d times", n, i, got)
			}
		}
	}
}

// A panic in any worker arrives where the work was asked for, with its
// place, when no worker is left.
func TestWorkersPanic(t *testing.T) {
	t.Parallel()
	for wrong := range 4 {
		func() {
			var active atomic.Int32
			defer func() {
				f, ok := recover().(*fault.Fault)
				if !ok || f.Error() != "panic: int" || !strings.Contains(f.Stack(), "TestWorkersPanic") || active.Load() != 0 {
					t.Errorf("got panic %v with %d at work", f, active.Load())
				}
			}()
			workers(2).each(4, func(i int) {
				active.Add(1)
				defer active.Add(-1)
				if i == wrong {
					panic(i)
				}
			})
		}()
	}
}
