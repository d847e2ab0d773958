package urn

import "strings"

// This file describes why a text is not a URN. (docs/language/urns.md#invalid-urns)

// ErrorKind is a kind of error.
type ErrorKind uint8

// The kinds of errors.
const (
	Missing     ErrorKind = iota // the text is empty
	NoPrefix                     // it does not begin like a URN
	TooFewParts                  // there are fewer than three separators after the prefix
)

// Error is the reason why a text is not a URN, and its place: the bytes from Start to End.
type Error struct {
	Kind       ErrorKind
	Start, End int
	message    string
}

// Error describes the problem and the correct form.
func (e *Error) Error() string { return e.message }

func prefixError(text string) *Error {
	e := &Error{Kind: NoPrefix, End: min(len(text), len(Prefix))}
	trimmed := strings.TrimLeft(text, " \t\r\n")
	switch {
	case text == "":
		e.Kind, e.message = Missing, "write a URN: `urn:pulumi:stack::project::type::name`"
	case strings.HasPrefix(trimmed, Prefix):
		e.End, e.message = len(text)-len(trimmed), "a URN starts with `"+Prefix+"`, without leading spaces"
	case strings.EqualFold(text[:e.End], Prefix):
		e.message = "a URN starts with `" + Prefix + "` in lower case"
	default:
		e.message = "a URN starts with `" + Prefix + "`"
	}
	return e
}

// partsError returns the error for a text with too few separators after the prefix. Its place is
// the part without a separator.
func partsError(text string, found int) *Error {
	start := len(Prefix)
	for range found {
		start += strings.Index(text[start:], separator) + len(separator)
	}
	e := &Error{Kind: TooFewParts, Start: start, End: len(text)}
	missing := partNames[found+1 : Type]
	e.message = "the " + strings.Join(missing, " and the ") + " is missing: a URN has a stack, a project, a type and a name, with `::` between them"
	if len(missing) > 1 {
		e.message = strings.Replace(e.message, " is missing", " are missing", 1)
	}
	if found == 0 && strings.Count(text[start:], ":") >= 3 {
		e.message = "the parts of a URN are separated by two colons: `::`"
	}
	return e
}
