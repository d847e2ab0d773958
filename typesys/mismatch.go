package typesys

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file describes a failed conversion: the place in the value, the reason, and a message.

// Reason is why one part of a value does not fit.
type Reason uint8

// The reasons.
const (
	ReasonType         Reason = iota // a type that does not convert
	ReasonAbsent                     // none, but a value is required
	ReasonMissing                    // an object lacks a required property
	ReasonLength                     // a tuple has too few or too many positions
	ReasonAlternatives               // no member of a union accepts the type
	ReasonEventual                   // an output or promise, but the value must be known at once
)

var reasonNames = [...]string{
	ReasonType: "type", ReasonAbsent: "absent", ReasonMissing: "missing", ReasonLength: "length",
	ReasonAlternatives: "alternatives", ReasonEventual: "eventual",
}

// String returns the name of the reason.
func (r Reason) String() string { return reasonNames[r] }

// StepKind is a kind of step into a value.
type StepKind uint8

// The kinds of steps.
const (
	StepProperty StepKind = iota // to the property or map entry Name
	StepIndex                    // to the position Index
	StepElement                  // to every element at once, if positions are unknown
)

// Step is one step on the path from a value to a part of it.
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
	Missing   []string // for ReasonMissing: the names of all missing required properties, sorted
	Near      string   // for ReasonMissing: a property of the value that may be a misspelling of the first missing one
}

// FormatPath writes steps in the notation of the language: `a.b[0]`, with `[*]` for every
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

// The maximum lengths of the parts of a message. Together they are below the limit of 160
// characters.
const (
	pathLength = 48
	typeLength = 40
	nameLength = 32
)

// String describes what does not fit on one line, in fewer than 160 characters.
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
	text := "`" + prose.Shortened(m.Missing[0], nameLength) + "` is missing"
	if n := len(m.Missing) - 1; n > 0 {
		text += fmt.Sprintf(", and %d more", n)
	}
	if m.Near != "" {
		text += "; is `" + prose.Shortened(m.Near, nameLength) + "` a typo?"
	}
	return text
}

// needed returns t without alternatives that only distract: a message should mention a number,
// and not that an output of a number or nothing is accepted too.
func needed(t Type) Type {
	if t.Kind() != KindOutput && t.Kind() != KindPromise {
		t = PlainShape(t) // that outputs are accepted inside is not the problem
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

// noun returns the short form of t for a sentence, with an article if the type reads like a
// word.
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

func lastRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)
	return "…" + string(runes[len(runes)-n+1:])
}
