package syntax

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Mapping between byte offsets and the lines and characters of editors.

// Encoding is the unit in which characters of a line are counted.
type Encoding uint8

// The encodings a client may choose.
const (
	UTF8 Encoding = iota
	UTF16
	UTF32
)

// Mapper converts offsets of one text. Lines end with "\n", "\r\n" or "\r". It never fails:
// it clamps places outside the text or a line, and moves places inside a character or a line
// end to its start.
type Mapper struct {
	text   string
	starts []int // offsets at which lines start; the first is 0
}

// NewMapper returns the mapper of a text.
func NewMapper(text string) *Mapper {
	m := &Mapper{text: text, starts: make([]int, 1, 1+countLineEnds(text))}
	next := firstLineEnd
	if strings.IndexByte(text, '\r') < 0 {
		next = firstNewline
	}
	for at := 0; ; {
		end := next(text[at:])
		if end < 0 {
			return m
		}
		at += end
		m.starts = append(m.starts, at)
	}
}

// firstLineEnd returns the end of the first line end of a text, or -1.
func firstLineEnd(text string) int {
	at := strings.IndexAny(text, "\r\n")
	if at < 0 {
		return -1
	}
	if strings.HasPrefix(text[at:], "\r\n") {
		at++
	}
	return at + 1
}

// firstNewline is firstLineEnd for texts without carriage returns. It is many times faster.
func firstNewline(text string) int {
	at := strings.IndexByte(text, '\n')
	if at < 0 {
		return -1
	}
	return at + 1
}

// countLineEnds returns how many line ends a text has.
func countLineEnds(text string) int {
	n := strings.Count(text, "\n")
	if returns := strings.Count(text, "\r"); returns > 0 {
		n += returns - strings.Count(text, "\r\n")
	}
	return n
}

// LineCount returns the number of lines. A text that ends with a line end has an empty last
// line.
func (m *Mapper) LineCount() int { return len(m.starts) }

// LineStart returns the offset at which a line starts. Lines count from 0.
func (m *Mapper) LineStart(line int) int {
	switch {
	case line < 0:
		return 0
	case line >= len(m.starts):
		return len(m.text)
	}
	return m.starts[line]
}

// LineEnd returns the offset at which a line ends, before its line end.
func (m *Mapper) LineEnd(line int) int {
	start := m.LineStart(line)
	if line < 0 {
		return start
	}
	return start + len(strings.TrimRight(m.text[start:m.LineStart(line+1)], "\r\n"))
}

// LineText returns the text of a line without its line end.
func (m *Mapper) LineText(line int) string { return m.text[m.LineStart(line):m.LineEnd(line)] }

// Line returns the line that contains an offset.
func (m *Mapper) Line(offset int) int {
	line := sort.SearchInts(m.starts, offset+1) - 1
	return max(line, 0)
}

// Position returns the line of an offset, and the number of units of an encoding before it
// in the line.
func (m *Mapper) Position(offset int, enc Encoding) (line, char int) {
	line = m.Line(offset)
	start := m.LineStart(line)
	end := min(max(offset, start), m.LineEnd(line))
	for at := start; at < end; {
		if n := eights(m.text[at:end]); n > 0 {
			char, at = char+n, at+n
			continue
		}
		r, size := utf8.DecodeRuneInString(m.text[at:])
		if at+size > end {
			break
		}
		char += units(r, size, enc)
		at += size
	}
	return line, char
}

// Offset returns the offset of a position. Lines and characters count from 0.
func (m *Mapper) Offset(line, char int, enc Encoding) int {
	if line < 0 {
		return 0
	}
	at, end := m.LineStart(line), m.LineEnd(line)
	for char > 0 && at < end {
		if n := eights(m.text[at:min(end, at+char)]); n > 0 {
			char, at = char-n, at+n
			continue
		}
		r, size := utf8.DecodeRuneInString(m.text[at:end])
		n := units(r, size, enc)
		if n > char {
			break
		}
		char -= n
		at += size
	}
	return at
}

// eights returns how many bytes at the start of a text are ASCII, rounded down to a multiple
// of eight. Each of them is one unit in every encoding. It tests eight bytes at once, because
// features map a long line a thousand times.
func eights(text string) int {
	n := 0
	for ; len(text)-n >= 8; n += 8 {
		s := text[n : n+8]
		all := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		if all&0x8080808080808080 != 0 {
			break
		}
	}
	return n
}

// units returns how many units a character takes. A byte that is not UTF-8 takes one.
func units(r rune, size int, enc Encoding) int {
	switch {
	case enc == UTF8:
		return size
	case enc == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}
