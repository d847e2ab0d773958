package typesys

import (
	"strings"
	"testing"
)

// A chain of objects that hold the one before twice is small; its text doubles with
// each. Found by FuzzDump as a dump that took longer than the fuzzer waits.
func TestStructuralIsBounded(t *testing.T) {
	double := func(inner Type) Type {
		return Object(Property{Name: "x", Type: inner}, Property{Name: "y", Type: inner})
	}
	chain := Number
	for range 15 {
		chain = double(chain)
	}
	pairs := Number
	for range 15 {
		pairs = Tuple(pairs, pairs)
	}
	for name, long := range map[string]Type{"objects": chain, "a list of them": List(chain), "tuples": pairs, "a tuple of objects": Tuple(chain, chain, chain)} {
		text := long.Structural()
		if len(text) < LongestStructural/2 || len(text) > 3*LongestStructural || !strings.Contains(text, "...") {
			t.Errorf("%s: %d bytes, wanted about %d, and \"...\" for the rest", name, len(text), LongestStructural)
		}
	}
	if text := double(double(Number)).Structural(); strings.Contains(text, "...") {
		t.Errorf("a short type is written whole: %s", text)
	}
}
