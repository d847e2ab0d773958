// This file tests changes that arrive out of order.

package lsp

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLateChanges: what Helix 25.01 sent when a line was typed fast. Without reordering, the server would have a wrong text from then on.
func TestLateChanges(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize("utf-8")
	c.open(mainURI, 0, "b = 1\n")
	changes := []object{
		partial(0, 5, 0, 5, "\n"), partial(1, 0, 1, 0, "c"), partial(1, 1, 1, 1, "="), partial(1, 2, 1, 2, "[]"),
		partial(1, 3, 1, 3, "1"), partial(1, 4, 1, 4, " "), partial(1, 5, 1, 5, ","), partial(1, 6, 1, 6, "2"),
	}
	for _, version := range []int{5, 1, 6, 7, 2, 8, 3, 4} {
		c.change(mainURI, version, changes[version-1])
	}
	if got, want := c.text(mainURI), "b = 1\nc=[1 ,2]\n"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	c.change(mainURI, 9, partial(1, 0, 2, 0, ""))
	c.change(mainURI, 9, partial(0, 0, 0, 0, "a")) // these versions tell nothing
	c.change(mainURI, 4, partial(0, 0, 0, 0, "a"))
	c.change(mainURI, 20, partial(0, 0, 0, 0, "a"))
	if got, want := c.text(mainURI), "aaab = 1\n"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	c.open(mainURI, 3, "new\n")
	c.change(mainURI, 19, partial(0, 0, 0, 3, "newer")) // what was missing before is of another text
	c.close(mainURI)
	c.open(mainURI, 3, "newest\n")
	c.change(mainURI, 18, partial(0, 0, 0, 0, "the "))
	if got, want := c.text(mainURI), "the newest\n"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

// TestLateRandomChanges: whatever the order of neighboring changes, and whatever versions the editor skips, the text equals that of the editor when all
// changes have arrived.
func TestLateRandomChanges(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(4, 8))
	c := connect(t, withTestMethods).initialize("utf-16")
	text := "resource \"a\" \"b:c:D\" {\n  x = \"é😀\"\r\n}\n"
	version := 7
	c.open(mainURI, version, text)
	type sent struct {
		version int
		changes []object
	}
	for range 100 {
		var some []sent
		for range 1 + random.IntN(20) {
			version++
			if random.IntN(30) == 0 {
				version += random.IntN(3)
			}
			next := sent{version: version}
			for range random.IntN(3) {
				start, end := randomSpan(random, text)
				insert := randomText(random)
				if len(text) > 1000 {
					insert = ""
				}
				change := object{"text": insert, "range": object{
					"start": modelPosition(text, start, "utf-16"), "end": modelPosition(text, end, "utf-16"),
				}}
				text = text[:start] + insert + text[end:]
				if random.IntN(9) == 0 {
					change = object{"text": text}
				}
				next.changes = append(next.changes, change)
			}
			some = append(some, next)
		}
		random.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		for _, one := range some {
			c.change(mainURI, one.version, one.changes...)
		}
		if got := c.text(mainURI); got != text {
			var order []int
			for _, one := range some {
				order = append(order, one.version)
			}
			t.Fatalf("after the versions %v (in order: %v) the text is\n%q\nwant\n%q", order, slices.Sorted(slices.Values(order)), got, text)
		}
	}
}
