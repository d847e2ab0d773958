package workspace

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

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
