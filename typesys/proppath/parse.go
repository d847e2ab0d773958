package proppath

import (
	"strconv"
	"strings"
)

// This file implements the engine's grammar of paths. (docs/language/paths.md#text-of-paths)

// Span is where a segment stands in the text of a path: the bytes from Start to End, with
// brackets and quotes but without the dot before it.
type Span struct{ Start, End int }

// Parsed is a path with the span of every segment.
type Parsed struct {
	Path  Path
	Spans []Span // one for each segment
}

// Parse reads a path as the engine does. The empty text is the empty path.
func Parse(text string) (Parsed, *SyntaxError) {
	r := reader{text: text}
	if strings.HasPrefix(text, ".") {
		return Parsed{}, &SyntaxError{Kind: LeadingDot, End: 1}
	}
	for r.err == nil && r.at < len(text) {
		switch text[r.at] {
		case '.':
			r.dots()
		case '[':
			r.bracket()
		default:
			r.bare()
		}
	}
	if r.err != nil {
		return Parsed{}, r.err
	}
	return r.parsed, nil
}

// reader reads segments from the front of the text until the first error.
type reader struct {
	text   string
	at     int
	parsed Parsed
	err    *SyntaxError
}

func (r *reader) fail(kind SyntaxErrorKind, start, end int) {
	r.err = &SyntaxError{Kind: kind, Start: start, End: end}
}

// add appends a segment that ends at this offset, and continues after it.
func (r *reader) add(s Segment, end int) {
	r.parsed.Path = append(r.parsed.Path, s)
	r.parsed.Spans = append(r.parsed.Spans, Span{r.at, end})
	r.at = end
}

// dots skips a separator; the engine treats several dots as one.
func (r *reader) dots() {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] == '.' {
		r.at++
	}
	if r.at == len(r.text) {
		r.fail(TrailingDot, start, r.at)
	}
}

// bare reads a name: everything up to a dot or an opening bracket.
func (r *reader) bare() {
	end := len(r.text)
	if n := strings.IndexAny(r.text[r.at:], ".["); n >= 0 {
		end = r.at + n
	}
	r.add(named(r.text[r.at:end]), end)
}

// named returns the segment for a name in the engine's grammar.
func named(name string) Segment {
	if name == "*" {
		return WildcardSegment()
	}
	return KeySegment(name)
}

func (r *reader) bracket() {
	if strings.HasPrefix(r.text[r.at:], `["`) {
		r.quoted()
		return
	}
	r.unquoted()
}

// unquoted reads an index or a star in brackets.
func (r *reader) unquoted() {
	n := strings.IndexByte(r.text[r.at:], ']')
	if n < 0 {
		r.fail(IndexNotClosed, r.at, len(r.text))
		return
	}
	start, end := r.at+1, r.at+n
	inside := r.text[start:end]
	if inside == "*" {
		r.add(WildcardSegment(), end+1)
		return
	}
	index, err := strconv.Atoi(inside)
	if err != nil {
		r.fail(BadIndex, start, end)
		return
	}
	r.add(IndexSegment(index), end+1)
}

// quoted reads a key in brackets and quotes. `\"` is a quote, and every other backslash stands
// for itself.
func (r *reader) quoted() {
	var key strings.Builder
	i := r.at + 2
	for ; i < len(r.text) && r.text[i] != '"'; i++ {
		if strings.HasPrefix(r.text[i:], `\"`) {
			i++
		}
		key.WriteByte(r.text[i])
	}
	switch {
	case i >= len(r.text):
		r.fail(QuoteNotClosed, r.at, len(r.text))
	case i+1 >= len(r.text) || r.text[i+1] != ']':
		r.fail(BracketNotClosed, i+1, min(i+2, len(r.text)))
	default:
		r.add(named(key.String()), i+2)
	}
}
