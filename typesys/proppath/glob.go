package proppath

import (
	"strconv"
	"strings"
)

// This file implements the grammar of property selectors. (Section 3.)

// ParseGlob reads a path of the stricter grammar: bare names are identifiers,
// quoted keys have the escapes of Go strings, indices no sign, and the key `*` in
// quotes is no wildcard. One leading dot is accepted; the empty text is not.
func ParseGlob(text string) (Parsed, *SyntaxError) {
	r := globReader{reader{text: text}}
	if text == "" {
		return Parsed{}, &SyntaxError{Kind: EmptyPath}
	}
	for first := true; r.err == nil && r.at < len(text); first = false {
		switch {
		case text[r.at] == '.':
			r.afterDot()
		case text[r.at] == '[':
			r.bracket()
		case !first:
			r.fail(MissingDot, r.at, r.at+1)
		default:
			r.bare()
		}
	}
	if r.err != nil {
		return Parsed{}, r.err
	}
	return r.parsed, nil
}

type globReader struct{ reader }

// afterDot reads a dot and the name behind it.
func (r *globReader) afterDot() {
	start := r.at
	r.at++
	switch {
	case r.at == len(r.text):
		r.fail(TrailingDot, start, r.at)
	case r.text[r.at] == '.':
		r.fail(DoubleDot, start, r.at+1)
	case r.text[r.at] == '[':
		r.fail(BracketAfterDot, start, r.at+1)
	default:
		r.bare()
	}
}

// bare reads a name or a star, which ends at a dot, a bracket or the end.
func (r *globReader) bare() {
	end := len(r.text)
	if n := strings.IndexAny(r.text[r.at:], ".["); n >= 0 {
		end = r.at + n
	}
	switch name := r.text[r.at:end]; {
	case name == "*":
		r.add(WildcardSegment(), end)
	case isGlobName(name):
		r.add(KeySegment(name), end)
	default:
		r.fail(BadName, r.at, end)
	}
}

func (r *globReader) bracket() {
	if strings.HasPrefix(r.text[r.at:], `["`) {
		r.quoted()
		return
	}
	r.unquoted(unsigned)
}

// unsigned reads digits without a sign.
func unsigned(digits string) (int, error) {
	if digits == "" || !isDigit(digits[0]) {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(digits)
}

func (r *globReader) quoted() {
	start := r.at + 1
	literal, err := strconv.QuotedPrefix(r.text[start:])
	if err != nil {
		kind := QuoteNotClosed
		if strings.Contains(r.text[start+1:], `"`) {
			kind = BadEscape
		}
		r.fail(kind, start, len(r.text))
		return
	}
	end := start + len(literal)
	key, err := strconv.Unquote(literal)
	switch {
	case err != nil:
		r.fail(BadEscape, start, end)
	case end == len(r.text) || r.text[end] != ']':
		r.fail(BracketNotClosed, end, min(end+1, len(r.text)))
	default:
		r.add(KeySegment(key), end+1)
	}
}
