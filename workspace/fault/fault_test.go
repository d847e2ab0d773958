package fault_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

const secret = "hunter2-of-the-test"

// caught is the fault of a panic in f.
func caught(f func()) (found *fault.Fault) {
	defer func() { found = fault.Of(recover()) }()
	f()
	return nil
}

// liar says that it is an error of the runtime.
type liar struct{ text string }

func (l liar) Error() string { return l.text }
func (liar) RuntimeError()   {}

// failing panics with a value, a secret among its arguments.
//
//go:noinline
func failing(value any, _ string) { panic(value) }

// What a panic says is dropped, whatever it is; what the runtime says is kept.
func TestNothingIsQuoted(t *testing.T) {
	t.Parallel()
	list, index := []int{1, 2}, len(secret)
	var none *struct{ x int }
	for _, test := range []struct {
		f    func()
		what string
	}{
		{func() { failing(secret, secret) }, "panic: string"},
		{func() { failing(errors.New(secret), secret) }, "panic: *errors.errorString"},
		{func() { failing(fmt.Errorf("x: %w", errors.New(secret)), secret) }, "panic: *fmt.wrapError"},
		{func() { failing(liar{secret}, secret) }, "panic: fault_test.liar"},
		{func() { failing(&liar{secret}, secret) }, "panic: *fault_test.liar"},
		{func() { failing(map[string]string{secret: secret}, secret) }, "panic: map[string]string"},
		{func() { list[index]++ }, "panic: runtime.boundsError: runtime error: index out of range [19] with length 2"},
		{func() { none.x++ }, "panic: runtime.errorString: runtime error: invalid memory address or nil pointer dereference"},
		{func() { _ = any(secret).(int) }, "panic: *runtime.TypeAssertionError: interface conversion: interface {} is string, not int"},
		{func() { panic(nil) }, "panic: *runtime.PanicNilError: panic called with nil argument"},
	} {
		f := caught(test.f)
		if !strings.HasPrefix(f.Error(), test.what) {
			t.Errorf("got %q, want %q", f, test.what)
		}
		all := fmt.Sprintf("%v\n%s\n%s", f, f.Stack(), f.ID())
		if strings.Contains(all, secret) {
			t.Errorf("it quotes the value:\n%s", all)
		}
		if first, _, _ := strings.Cut(f.Stack(), "\n"); !strings.Contains(first, "fault_test.") || !strings.Contains(first, " fault_test.go:") {
			t.Errorf("the stack begins with %q, want the place of the panic", first)
		}
		if strings.ContainsAny(f.Stack(), "\t\\") || strings.Contains(f.Stack(), "/fault_test.go") || strings.Contains(f.Stack(), "0x") {
			t.Errorf("the stack has directories or arguments:\n%s", f.Stack())
		}
	}
}

// A panic that is passed on keeps the place it came from.
func TestPassedOn(t *testing.T) {
	t.Parallel()
	first := caught(func() { failing(secret, "") })
	if second := caught(func() { panic(first) }); second != first {
		t.Errorf("got %v at %s", second, second.Stack())
	}
}

// Faults of one place are one, whatever the numbers in their messages; those of another
// kind or place are others.
func TestIdentity(t *testing.T) {
	t.Parallel()
	var list []int
	at := func(i int) func() { return func() { list[i]++ } }
	var same []string
	for i := range 3 {
		same = append(same, caught(at(i)).ID())
	}
	if same[0] != same[1] || same[1] != same[2] {
		t.Errorf("faults of one place are %v", same)
	}
	values := map[string]bool{same[0]: true}
	for _, value := range []any{"x", 1} {
		values[caught(func() { failing(value, "") }).ID()] = true
	}
	values[caught(func() { failing("x", "") }).ID()] = true
	if len(values) != 4 {
		t.Errorf("four faults have %d identities", len(values))
	}
}

// Of deep stacks the innermost part is kept.
func TestDeepStack(t *testing.T) {
	t.Parallel()
	var fall func(n int)
	fall = func(n int) {
		if n == 0 {
			panic("x")
		}
		fall(n - 1)
	}
	f := caught(func() { fall(100_000) })
	if n := strings.Count(f.Stack(), "\n") + 1; n > 96 || n < 50 {
		t.Errorf("%d frames are kept", n)
	}
}

// Running names the functions of other goroutines, and neither their arguments nor directories.
func TestRunning(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	defer close(gate)
	begun := make(chan struct{})
	go waiting(begun, gate, secret)
	<-begun
	running := fault.Running()
	if !strings.Contains(running, "fault_test.waiting fault_test.go:") {
		t.Errorf("got %q", running)
	}
	if strings.Contains(running, secret) || strings.Contains(running, "/fault_test.go") || strings.Contains(running, "fault.Running") {
		t.Errorf("too much: %q", running)
	}
}

//go:noinline
func waiting(begun chan<- struct{}, gate <-chan struct{}, _ string) {
	begun <- struct{}{}
	<-gate
}
