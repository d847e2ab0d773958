package typesys

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file implements how a failed conversion is described: where in the value
// it fails, why, and in words.

// Reason is why one part of a value does not fit.
type Reason uint8

// The reasons.
const (
	ReasonType         Reason = iota // a type that does not convert
	ReasonAbsent                     // none, where a value is needed
	ReasonMissing                    // an object lacks a property that is needed
	ReasonLength                     // a tuple has too few or too many positions
	ReasonAlternatives               // no member of a union accepts the type
	ReasonEventual                   // an output or promise, where the value must be known at once
)

var reasonNames = [...]string{
	ReasonType: "type", ReasonAbsent: "absent", ReasonMissing: "missing", ReasonLength: "length",
	ReasonAlternatives: "alternatives", ReasonEventual: "eventual",
}

// String is the reason's name.
func (r Reason) String() string { return reasonNames[r] }

// StepKind is the way a step goes into a value.
type StepKind uint8

// The kinds of steps.
const (
	StepProperty StepKind = iota // to the property or map entry Name
	StepIndex                    // to the position Index
	StepElement                  // to every element at once, where positions are not known
)

// Step is one step on the way from a value to a part of it.
type Step struct {
	Kind  StepKind
	Name  string
	Index int
}

// Mismatch is the smallest part of a value that does not fit. Its Path leads
// there; Want and Got are the types at that place.
type Mismatch struct {
	Path      []Step
	Want, Got Type
	Reason    Reason
	Missing   []string // for ReasonMissing: the names of all properties that are needed and lacking, sorted
	Near      string   // for ReasonMissing: a property of the value that may be a misspelling of the first missing one
}

// FormatPath writes steps as the language does: `a.b[0]`, with `[*]` for every
// element.
func FormatPath(path []Step) string {
	var b strings.Builder
	for _, s := range path {
		switch {
		case s.Kind == StepElement:
			b.WriteString("[*]")
		case s.Kind == StepIndex:
			fmt.Fprintf(&b, "[%d]", s.Index)
		case QuoteName(s.Name) != s.Name:
			b.WriteString("[" + strconv.Quote(s.Name) + "]")
		case b.Len() > 0:
			b.WriteString("." + s.Name)
		default:
			b.WriteString(s.Name)
		}
	}
	return b.String()
}

// The lengths to which the parts of a message are cut, which add up to less than
// the 160 characters that a message may have.
const (
	pathLength = 48
	typeLength = 40
	nameLength = 32
)

// String says in one line what does not fit, in fewer than 160 characters.
func (m *Mismatch) String() string {
	if len(m.Path) == 0 {
		return m.complaint()
	}
	return lastRunes(FormatPath(m.Path), pathLength) + ": " + m.complaint()
}

func (m *Mismatch) complaint() string {
	switch m.Reason {
	case ReasonMissing:
		return m.missingText()
	case ReasonAbsent:
		return "no value, but " + noun(needed(m.Want)) + " is required"
	case ReasonLength:
		return fmt.Sprintf("%d elements, but %d are required", len(m.Got.Elems()), len(m.Want.Elems()))
	case ReasonAlternatives:
		return Short(m.Got, typeLength) + " is none of " + Short(needed(m.Want), typeLength)
	case ReasonEventual:
		return Short(m.Got, typeLength) + " is known only later, but " + noun(needed(m.Want)) + " is needed now"
	}
	return Short(m.Got, typeLength) + " is not " + noun(needed(m.Want))
}

func (m *Mismatch) missingText() string {
	text := "`" + firstRunes(m.Missing[0], nameLength) + "` is missing"
	if n := len(m.Missing) - 1; n > 0 {
		text += fmt.Sprintf(", and %d more", n)
	}
	if m.Near != "" {
		text += "; is `" + firstRunes(m.Near, nameLength) + "` a typo?"
	}
	return text
}

// needed is t without what only adds to a value of it: a reader wants to hear of
// the number, not that an output of one or nothing would do as well.
func needed(t Type) Type {
	if t.Kind() != KindOutput && t.Kind() != KindPromise {
		t = PlainShape(t) // that outputs are welcome inside is no part of what is wrong
	}
	for {
		inner := t
		if t.Kind() == KindInput {
			inner = t.Elem()
		}
		if u := Unwrapped(inner); u.Kind() != KindUnion || len(u.Elems()) > 0 {
			inner = u
		}
		if inner == t {
			return t
		}
		t = inner
	}
}

// noun is the short form of t as a sentence needs it, with an article where the
// type reads like a word.
func noun(t Type) string {
	text := Short(t, typeLength)
	switch t.Kind() {
	case KindNone, KindConst, KindObject, KindTuple, KindUnion, KindOpaque:
		return text
	case KindInt, KindID, KindOutput, KindInput, KindEnum:
		return "an " + text
	}
	return "a " + text
}

func firstRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

func lastRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)
	return "…" + string(runes[len(runes)-n+1:])
}
