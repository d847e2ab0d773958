package syntax

import (
	"math/rand"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// slowPosition is the definition of Position, one character at a time.
func slowPosition(text string, offset int, enc Encoding) (line, char int) {
	offset = min(max(offset, 0), len(text))
	for at := 0; at < offset; {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case at+size > offset:
			return line, char
		case r == '\r' && at+1 < len(text) && text[at+1] == '\n':
			if at+1 == offset {
				return line, char
			}
			size = 2
			line, char = line+1, 0
		case r == '\r' || r == '\n':
			line, char = line+1, 0
		default:
			char += slowUnits(text[at:at+size], enc)
		}
		at += size
	}
	return line, char
}

func slowUnits(s string, enc Encoding) int {
	switch enc {
	case UTF8:
		return len(s)
	case UTF16:
		return len(utf16.Encode([]rune(s)))
	}
	return len([]rune(s))
}

// slowOffset is the last offset whose position is on the line and not behind the
// character.
func slowOffset(text string, line, char int, enc Encoding) int {
	best, found := len(text), false
	for offset := 0; offset <= len(text); offset++ {
		l, c := slowPosition(text, offset, enc)
		if startsCharacter(text, offset) && l == line && c <= char {
			best, found = offset, true
		}
	}
	if !found && line < 0 {
		return 0
	}
	return best
}

func startsCharacter(text string, offset int) bool {
	if offset == len(text) {
		return true
	}
	if text[offset] == '\n' && offset > 0 && text[offset-1] == '\r' {
		return false
	}
	for at := 0; at < offset; {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
		if at > offset {
			return false
		}
	}
	return true
}

// TestMapperEqualsDefinition compares the Mapper with a slow definition on
// random texts, at every offset and at positions in and outside of them.
func TestMapperEqualsDefinition(t *testing.T) {
	t.Parallel()
	parts := []string{"a", "é", "€", "😀", "\n", "\r", "\r\n", "\t", "e\u0301", "\xff", "\x00"}
	rng := rand.New(rand.NewSource(1))
	for range 400 {
		text := ""
		for range rng.Intn(12) {
			text += parts[rng.Intn(len(parts))]
		}
		m := NewMapper(text)
		for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
			checkMapper(t, m, text, enc)
		}
	}
}

func checkMapper(t *testing.T, m *Mapper, text string, enc Encoding) {
	t.Helper()
	for offset := -1; offset <= len(text)+1; offset++ {
		line, char := m.Position(offset, enc)
		wantLine, wantChar := slowPosition(text, offset, enc)
		if line != wantLine || char != wantChar {
			t.Fatalf("%q: Position(%d, %d) = %d:%d, want %d:%d", text, offset, enc, line, char, wantLine, wantChar)
		}
		if offset >= 0 && offset <= len(text) && startsCharacter(text, offset) && m.Offset(line, char, enc) != offset {
			t.Fatalf("%q: offset %d becomes %d:%d and %d", text, offset, line, char, m.Offset(line, char, enc))
		}
	}
	for line := -1; line <= m.LineCount()+1; line++ {
		for char := 0; char < 8; char++ {
			if got, want := m.Offset(line, char, enc), slowOffset(text, line, char, enc); got != want {
				t.Fatalf("%q: Offset(%d, %d, %d) = %d, want %d", text, line, char, enc, got, want)
			}
		}
	}
}

// TestMapperLines reads lines with every line end.
func TestMapperLines(t *testing.T) {
	t.Parallel()
	m := NewMapper("a\nbb\r\n\rccc")
	want := []string{"a", "bb", "", "ccc"}
	if m.LineCount() != len(want) {
		t.Fatalf("%d lines, want %d", m.LineCount(), len(want))
	}
	for line, text := range want {
		if got := m.LineText(line); got != text {
			t.Errorf("line %d is %q, want %q", line, got, text)
		}
	}
	if m.LineText(-1) != "" || m.LineText(9) != "" || m.LineStart(9) != 10 || m.Offset(0, -3, UTF8) != 0 {
		t.Error("lines outside the text are not clamped")
	}
}
