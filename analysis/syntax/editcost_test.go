package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// The cost of an edit.

// manyResources is a text of n resources of eight lines each, some with locals
// behind them.
func manyResources(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "# Number %d.\nresource r%d \"cloud:index:Machine\" {\n  size = %d\n  tags = {\n    name = \"m-${size}\"\n  }\n}\n\n", i, i, i)
		if i%10 == 9 {
			fmt.Fprintf(&b, "size%d = r%d.size\n", i, i)
		}
	}
	return b.String()
}

// editIn returns the edit that replaces the first occurrence of old behind a mark.
func editIn(t testing.TB, text, mark, old, by string) Edit {
	t.Helper()
	at := strings.Index(text, mark)
	n := strings.Index(text[max(at, 0):], old)
	if at < 0 || n < 0 {
		t.Fatalf("no %q behind %q", old, mark)
	}
	return Edit{Span{Start: at + n, End: at + n + len(old)}, by}
}

// TestEditCost edits one resource of 5,000 and counts what is parsed and split.
func TestEditCost(t *testing.T) {
	t.Parallel()
	whole := manyResources(5000)
	const few = 1500 // bytes: the stretches around the edit
	cases := []struct {
		name, change, by string // made first, behind "r2500", if not empty
		old, text        string
		parsed, split    int
	}{
		{"a value", "", "", "size = 2500", "size = 25001", 1, few},
		{"a line end", "", "", "size = 2500", "size = 2500\n", 1, few},
		{"the name", "", "", " \"cloud", "x \"cloud", 1, few},
		{"the comment above", "", "", "# Number 2501", "# Number two", 1, few},
		{"a quote", "", "", "\"m-", "m-", 1, few},
		{"a brace is lost", "", "", "}\n}\n", "}\n", 1, few},
		{"a template is opened", "", "", "size = 2500", "size = \"${", 1, few},
		{"in an unclosed brace", "}\n}\n", "}\n", "size = 2500", "size = 25001", 1, few},
		{"in an unclosed string", "size = 2500", "size = \"", "size = \"", "size = \"a", 1, few},
		{"in an unclosed template", "size = 2500", "size = \"${", "size = \"${", "size = \"${a", 1, few},
		{"in an unclosed bracket", "size = 2500", "size = [1,", "[1,", "[1, 2", 1, few},
		{"in an unclosed heredoc", "size = 2500", "size = <<END\n  x\n", "  x\n", "  xy\n", 1, few},
		{"behind an unclosed heredoc", "size = 2500", "size = <<END\n  x\n", "size = 2502", "size = 7", 1, few},
		{"in an unclosed comment", "size = 2500", "size = 2500 /*", "size = 2500 /*", "size = 2500 /* x", 1, few},
		{"a new resource", "", "", "\n\n", "\n\nresource new \"a:b:C\" {\n  size = 1\n}\n\n", 1, few},
		{"a heredoc begins", "", "", "size = 2500", "size = <<END\n", 2, few}, // and what is left of the body
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, text := Parse("many.pp", whole, nil), whole
			for _, e := range [][2]string{{c.change, c.by}, {c.old, c.text}} {
				if e[0] == "" {
					continue
				}
				edit := editIn(t, text, "resource r2500 ", e[0], e[1])
				text = text[:edit.Span.Start] + edit.Text + text[edit.Span.End:]
				f = f.Edited(edit)
			}
			wantSameFile(t, f, text, c.name)
			if f.Parsed() > c.parsed || f.work.split > c.split {
				t.Errorf("%d items parsed and %d bytes split, want at most %d and %d", f.Parsed(), f.work.split, c.parsed, c.split)
			}
		})
	}
}

// BenchmarkFileEdit writes and erases a digit in the middle of a file.
func BenchmarkFileEdit(b *testing.B) {
	for _, n := range []int{50, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := manyResources(n)
			f := Parse("many.pp", text, nil)
			write := editIn(b, text, fmt.Sprintf("resource r%d ", n/2), "size = ", "size = 1")
			erase := Edit{Span{Start: write.Span.End, End: write.Span.End + 1}, ""}
			b.ReportAllocs()
			for b.Loop() {
				f = f.Edited(write)
				f = f.Edited(erase)
			}
		})
	}
}

// BenchmarkFileParse parses a file of many resources.
func BenchmarkFileParse(b *testing.B) {
	text := manyResources(5000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Parse("many.pp", text, nil)
	}
}
