package workspace

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// Every piece of work is done once, however few or many there are, also inside of
// work, and never by more goroutines than there are workers.
func TestWorkersDoAll(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2, 5} {
		w := newWorkers(workers)
		var active, most atomic.Int32
		for _, n := range []int{0, 1, 2, 3, 50} {
			done := make([]atomic.Int32, n*n)
			w.each(n, func(i int) {
				w.each(n, func(k int) {
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
	w := newWorkers(3)
	for wrong := range 8 {
		func() {
			var active atomic.Int32
			defer func() {
				f, ok := recover().(*fault.Fault)
				if !ok || f.Error() != "panic: workspace.misfortune" || !strings.Contains(f.Stack(), "misfortunate") || active.Load() != 0 || len(w.free) != 0 {
					t.Errorf("got panic %v with %d at work and %d helpers, want %d", f, active.Load(), len(w.free), wrong)
				}
			}()
			w.each(4, func(i int) {
				active.Add(1)
				defer active.Add(-1)
				w.each(2, func(k int) {
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

// faultySchemas panic when they are asked.
type faultySchemas struct{ analysis.Schemas }

// A fault of the checker is one of who asked for the findings, whichever worker met it.
func TestFaultInWorkers(t *testing.T) {
	t.Parallel()
	s := New(Options{Schemas: faultySchemas{}, Workers: 4})
	text := ""
	for i := range 200 {
		text += fmt.Sprintf("resource r%d \"p:index:R\" {}\n", i)
	}
	snapshot := s.Apply(Open{Path: "untitled:a.pp", Text: text, Version: 1})
	defer func() {
		if recover() == nil {
			t.Error("there was no fault, want that of the schemas")
		}
	}()
	_, _ = snapshot.Diagnose(context.Background(), snapshot.Program("untitled:a.pp"))
}

// endingContext ends after some questions whether it has.
type endingContext struct {
	context.Context
	left atomic.Int32
}

func (c *endingContext) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever a check by several workers is interrupted, nothing is reported, and who
// asks again gets what one who was never interrupted gets.
func TestInterruptedWorkers(t *testing.T) {
	t.Parallel()
	const path = "untitled:a.pp"
	text := ""
	for i := range 60 {
		text += fmt.Sprintf("a%d = [a%d, b%d, \"x\"]\n", i, i+1, i%7)
	}
	sequential := New(Options{Workers: 1}).Apply(Open{Path: path, Text: text, Version: 1})
	want := fmt.Sprint(sequential.Diagnose(context.Background(), sequential.Program(path)))
	for left := int32(0); left < 900; left += 13 {
		s := New(Options{Workers: 4}).Apply(Open{Path: path, Text: text, Version: 1})
		ctx := &endingContext{Context: context.Background()}
		ctx.left.Store(left)
		if found, err := s.Diagnose(ctx, s.Program(path)); err != nil && (!errors.Is(err, context.Canceled) || found != nil) {
			t.Fatalf("interrupted after %d questions: got %v, %v", left, found, err)
		}
		if got := fmt.Sprint(s.Diagnose(context.Background(), s.Program(path))); got != want {
			t.Fatalf("asked again after %d questions:\n got %s\nwant %s", left, got, want)
		}
	}
}
