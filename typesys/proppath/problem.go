package proppath

import (
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file describes segments that select nothing.

// suggestions is the largest number of suggested names.
const suggestions = 3

// missing returns the problem of a name that the object does not have.
func missing(t typesys.Type, props []typesys.Property, name string) *Problem {
	names := lists.Map(props, func(p typesys.Property) string { return p.Name })
	for _, other := range names {
		if strings.EqualFold(other, name) {
			return &Problem{Kind: WrongCase, Receiver: t, Names: names, Near: []string{other}}
		}
	}
	return &Problem{Kind: UnknownProperty, Receiver: t, Names: names, Near: typesys.NearAll(name, names, suggestions)}
}

// digitKey returns the key with the digits of the index.
func digitKey(s Segment) Path { return Path{KeySegment(strconv.Itoa(s.Index))} }

// keyIndex returns the index with the digits of the key, if there is one.
func keyIndex(s Segment) Path {
	if n, err := strconv.ParseUint(s.Key, 10, strconv.IntSize-1); err == nil {
		return Path{IndexSegment(int(n))}
	}
	return nil
}

// typeLength limits the length of a type in a message.
const typeLength = 40

// String describes on one line, in fewer than 160 characters, why the segment selects nothing and
// which one would.
func (p *Problem) String() string {
	receiver, key := typesys.Short(p.Receiver, typeLength), "`"+firstRunes(p.At.Key, longestShown)+"`"
	switch p.Kind {
	case WrongCase:
		return "the property is named `" + firstRunes(p.Near[0], longestShown) + "`; paths are case-sensitive, so " + key + " never matches"
	case UnknownProperty:
		return "no property " + key + p.didYouMean(receiver)
	case KeyOnArray:
		return key + " selects nothing in " + receiver + p.orInstead("; write a position such as `[0]`, or `[\"*\"]` for all")
	case IndexOnMap, IndexOnObject:
		return "an index selects nothing in " + receiver + p.orInstead("; write a name")
	case IndexNegative:
		return "negative indices never match"
	case IndexRange:
		return "index " + strconv.Itoa(p.At.Index) + " is out of range: there are " + strconv.Itoa(len(p.Receiver.Elems())) + " elements"
	}
	return receiver + " contains nothing that a path can select"
}

// Suggestion returns what to write instead of the segment; empty if the message names
// nothing.
func (p *Problem) Suggestion() string {
	switch {
	case p.Kind == WrongCase:
		return p.Near[0]
	case p.Instead != nil:
		return bracketed(p.Instead[0])
	}
	return ""
}

func (p *Problem) didYouMean(receiver string) string {
	if len(p.Near) == 0 {
		return " in " + receiver
	}
	return "; did you mean `" + firstRunes(p.Near[0], longestShown) + "`?"
}

func (p *Problem) orInstead(otherwise string) string {
	if p.Instead == nil {
		return otherwise
	}
	return "; write `" + firstRunes(bracketed(p.Instead[0]), longestShown) + "`"
}

// keyOf returns the key of a segment, with a wildcard as a literal star.
func keyOf(s Segment) string {
	if s.Kind == Wildcard {
		return "*"
	}
	return s.Key
}

// bracketed returns the text of a segment in brackets.
func bracketed(s Segment) string {
	if s.Kind == Index {
		return "[" + strconv.Itoa(s.Index) + "]"
	}
	return "[\"" + keyOf(s) + "\"]"
}

// SyntaxErrorKind is a kind of syntax error in a path.
type SyntaxErrorKind uint8

// The kinds of syntax errors.
const (
	LeadingDot       SyntaxErrorKind = iota // a dot before the first segment
	TrailingDot                             // a dot after the last segment
	IndexNotClosed                          // `[` without `]`
	BadIndex                                // the text in brackets is not an index
	QuoteNotClosed                          // `["` without the closing quote
	BracketNotClosed                        // no `]` after the closing quote
)

// SyntaxError describes what is wrong with a path and where: the bytes from Start to End of the
// text. Start and End are equal if something is missing.
type SyntaxError struct {
	Kind       SyntaxErrorKind
	Start, End int
}

// longestShown limits the characters of a key in a message.
const longestShown = 32

func firstRunes(text string, n int) string {
	count := 0
	for i := range text {
		if count == n {
			return text[:i] + "…"
		}
		count++
	}
	return text
}
