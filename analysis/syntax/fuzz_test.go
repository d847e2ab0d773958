package syntax

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Laws about every text, for fuzzers to look for exceptions.

const longest = 1 << 14 // longer texts only slow the search down

// FuzzParse asserts that parsing never panics or loses a byte, and that parsing an edited text
// with the items of the text before it equals parsing it from scratch.
func FuzzParse(f *testing.F) {
	for _, text := range fixtureInputs(f) {
		f.Add(text, len(text)/3, 3, "}\n")
		f.Add(text, len(text)/2, 0, "x \"")
	}
	f.Add("\uFEFFa = 1\r\n", 0, 1, "")
	f.Fuzz(func(t *testing.T, text string, at, cut int, insert string) {
		if len(text)+len(insert) > longest {
			t.Skip()
		}
		file := Parse("fuzz.pp", text, nil)
		visitAll(t, file)
		at = max(0, min(at, len(text)))
		end := max(at, min(len(text), at+max(0, min(cut, len(text)))))
		edited := text[:at] + insert + text[end:]
		reused, fresh := Parse("fuzz.pp", edited, file), Parse("fuzz.pp", edited, nil)
		visitAll(t, reused)
		if diff := cmp.Diff(dumpFile(fresh), dumpFile(reused)); diff != "" {
			t.Fatalf("%q edited to %q differs from a fresh parse (-fresh +reused):\n%s", text, edited, diff)
		}
	})
}

// visitAll calls every method of a parsed file.
func visitAll(t *testing.T, f *File) {
	t.Helper()
	checkTiling(t, f)
	for _, it := range f.All() {
		FreeNames(it.Item)
		CalledFunctions(it.Item)
		NodeAt(it.Item, len(it.Text)/2)
		for _, e := range f.ErrorsOf(it) {
			if e.Span.Start < 0 || e.Span.Start > e.Span.End || e.Span.End > f.Len() {
				t.Fatalf("the error %+v is outside the text %q", e, f.Text())
			}
		}
	}
}
