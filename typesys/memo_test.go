package typesys

import (
	"runtime"
	"testing"
)

// A question that was asked before costs no memory. (Not in parallel with other
// tests, whose memory would count.)
func TestAskingAgainAllocatesNothing(t *testing.T) {
	dst := typeOf(t, "input(object({a = input(list(input(string))), b = union(int, none)}))")
	src := typeOf(t, "object({a = tuple(string, 1), b = 2})")
	other := typeOf(t, "object({a = list(bool), c = 2})")
	made := Output(src)
	unified := UnifySafe(src, other)
	for name, ask := range map[string]func(){
		"Convert":     func() { Convert(dst, src) },
		"Assignable":  func() { Assignable(dst, src) },
		"Unify":       func() { Unify(src, other) },
		"UnifySafe":   func() { unified = UnifySafe(src, other) },
		"UnifyUnsafe": func() { UnifyUnsafe(src, src) },
		"Traverse":    func() { Traverse(made, keys[0]) },
		"Output":      func() { made = Output(src) },
	} {
		ask()
		if n := testing.AllocsPerRun(100, ask); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	runtime.KeepAlive(unified)
}

// What is remembered of a type does not keep it, nor what it was compared with.
// (Not in parallel with other tests, which would keep the collector busy.)
func TestMemoryKeepsNothingAlive(t *testing.T) {
	collected := make(chan struct{})
	func() {
		g := newGraph()
		g.graph["T"] = []Property{{"again", Optional(g.named("T"))}, {"value", Int}}
		held := g.named("T")
		runtime.AddCleanup(g, func(done chan struct{}) { close(done) }, collected)
		literal := Object(Property{"value", Int})
		Convert(held, literal)
		Convert(literal, held)
		Assignable(Input(held), literal)
		Unify(held, literal)
		UnifySafe(held, literal, List(held))
		Traverse(OutputShape(held), keys[0])
	}()
	for range 20 {
		runtime.GC()
		select {
		case <-collected:
			return
		default:
			runtime.Gosched()
		}
	}
	t.Error("the type is still held after 20 collections")
}

// The table drops what was collected when it has grown.
func TestTableIsSwept(t *testing.T) {
	for i := range 4 * fewTypes {
		Object(Property{"p", Opaque(string(rune('a' + i%1000)))}, Property{string(rune('a' + i/1000)), Int})
		if i%fewTypes == 0 {
			runtime.GC()
		}
	}
	runtime.GC()
	table.Lock()
	defer table.Unlock()
	before := len(table.byText)
	sweep()
	if after := len(table.byText); after >= before || table.enough != max(2*after, fewTypes) {
		t.Errorf("%d entries became %d, the next look is at %d", before, after, table.enough)
	}
}
