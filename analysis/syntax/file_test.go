package syntax

import (
	"math/rand"
	"testing"
)

// checkPlaces asserts the invariant: a file maps places as the Mapper of its text does.
func checkPlaces(t *testing.T, f *File, text string) {
	t.Helper()
	m := NewMapper(text)
	if f.Len() != len(text) || f.LineCount() != m.LineCount() {
		t.Fatalf("%q: %d bytes in %d lines, want %d in %d", text, f.Len(), f.LineCount(), len(text), m.LineCount())
	}
	for offset := -1; offset <= len(text)+1; offset++ {
		if got, want := f.Line(offset), m.Line(offset); got != want {
			t.Fatalf("%q: Line(%d) = %d, want %d", text, offset, got, want)
		}
		line, char := f.Position(offset, UTF16)
		if l, c := m.Position(offset, UTF16); l != line || c != char {
			t.Fatalf("%q: Position(%d) = %d:%d, want %d:%d", text, offset, line, char, l, c)
		}
	}
	for line := -1; line <= m.LineCount()+1; line++ {
		if f.LineStart(line) != m.LineStart(line) || f.LineEnd(line) != m.LineEnd(line) || f.LineText(line) != m.LineText(line) {
			t.Fatalf("%q: line %d is %q from %d to %d, want %q from %d to %d", text, line,
				f.LineText(line), f.LineStart(line), f.LineEnd(line), m.LineText(line), m.LineStart(line), m.LineEnd(line))
		}
		for char := -1; char < 8; char++ {
			if got, want := f.Offset(line, char, UTF16), m.Offset(line, char, UTF16); got != want {
				t.Fatalf("%q: Offset(%d, %d) = %d, want %d", text, line, char, got, want)
			}
		}
	}
}

// TestFileAnswersAsMapper checks that invariant for random texts.
func TestFileAnswersAsMapper(t *testing.T) {
	t.Parallel()
	parts := []string{"a = 1", "b = \"😀é\"", "\n", "\n", "\r", "\r\n", "resource r t {", "}", "# x", "\uFEFF", "\xff"}
	rng := rand.New(rand.NewSource(1))
	for range 400 {
		text := ""
		for range rng.Intn(12) {
			text += parts[rng.Intn(len(parts))]
		}
		checkPlaces(t, Parse("m.pp", text, nil), text)
	}
}

// TestSlice slices a text that has not been joined.
func TestSlice(t *testing.T) {
	t.Parallel()
	text := "# one\na = 1\n\nb = [\n]\nc = 1\n"
	for start := -1; start <= len(text)+1; start++ {
		for end := -1; end <= len(text)+1; end++ {
			f := &File{chunks: Parse("m.pp", text, nil).chunks}
			want := ""
			if from, to := max(start, 0), min(end, len(text)); from < to {
				want = text[from:to]
			}
			if got := f.Slice(Span{Start: start, End: end}); got != want {
				t.Fatalf("Slice(%d, %d) = %q, want %q", start, end, got, want)
			}
			if f.Text() != text || f.Slice(Span{Start: start, End: end}) != want {
				t.Fatalf("joined: %q and %q, want %q and %q", f.Text(), f.Slice(Span{Start: start, End: end}), text, want)
			}
		}
	}
}
