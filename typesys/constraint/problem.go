package constraint

import (
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file describes why a conversion fails.

// ProblemKind is a kind of problem.
type ProblemKind uint8

// The kinds of problems.
const (
	WrongType    ProblemKind = iota // a value of a type that does not convert
	WrongText                       // a text that is not a number or bool as required
	Fraction                        // a number that is not whole, for an int
	TooLong                         // a number with too many digits to write
	Absent                          // null, but a value is required
	Missing                         // an object lacks properties
	Undeclared                      // an undeclared property: only in stack files
	WrongLength                     // too few or too many elements for a tuple
	NotAmong                        // a value that is not one of an enum, or not the constant
	Alternatives                    // no member of a union accepts the value
	NotJSON                         // a text that is not JSON: only in stack files
	Unsupported                     // a type that cannot be read from a text: only in stack files
	NoConstraint                    // a type whose values have no notation
)

// Problem is the first reason why a conversion fails.
type Problem struct {
	Kind   ProblemKind
	Path   []typesys.Step // from the whole value to the part that is wrong
	Want   typesys.Type   // the required type there
	Names  []string       // for Missing: the missing properties, for Undeclared: the undeclared one
	Near   string         // for Missing and Undeclared: a name of which the first name may be a misspelling, or the reverse
	Offset int            // for NotJSON: the byte at which the text is invalid
	got    string         // the description of the value, without secrets
	count  int            // for WrongLength: the number of elements
}

// The maximum lengths of the parts of a message.
const (
	pathLength  = 48
	valueLength = 32
	typeLength  = 40
)

// Reason describes in a short sentence what is wrong at the place.
func (p *Problem) Reason() string {
	want := typesys.Short(p.Want, typeLength)
	switch p.Kind {
	case Absent:
		return "no value, but " + noun(p.Want) + " is required"
	case Missing:
		return p.missing()
	case Undeclared:
		return "`" + cut(p.Names[0], valueLength) + "` is not declared" + p.suggestion()
	case WrongLength:
		return fmt.Sprintf("%d elements, but %d are required", p.count, len(p.Want.Elems()))
	case Fraction:
		return p.got + " is not a whole number"
	case TooLong:
		return "the number has too many digits to be written as a string"
	case NotAmong:
		return p.got + " is not among " + want
	case Alternatives:
		return p.got + " is none of " + want
	case NotJSON:
		return "a value of type " + want + " must be written as JSON: " + p.got
	case Unsupported:
		return "a value of type " + want + " cannot be read from a stack's configuration"
	case NoConstraint:
		return "a value of type " + want + " cannot be written down"
	}
	return p.got + " is not " + noun(p.Want)
}

// noun returns the short form of a type for a sentence.
func noun(t typesys.Type) string {
	text := typesys.Short(t, typeLength)
	switch t.Kind() {
	case typesys.KindBool, typesys.KindNumber, typesys.KindString, typesys.KindList, typesys.KindSet, typesys.KindMap:
		return "a " + text
	case typesys.KindInt, typesys.KindID, typesys.KindEnum:
		return "an " + text
	}
	return text
}

func (p *Problem) missing() string {
	text := "`" + cut(p.Names[0], valueLength) + "` is missing"
	if n := len(p.Names) - 1; n > 0 {
		text += fmt.Sprintf(", and %d more", n)
	}
	if p.Near != "" {
		text += "; is `" + cut(p.Near, valueLength) + "` a typo?"
	}
	return text
}

func (p *Problem) suggestion() string {
	if p.Near == "" {
		return ""
	}
	return "; did you mean `" + cut(p.Near, valueLength) + "`?"
}

// Error describes the place and the reason on one line.
func (p *Problem) Error() string {
	if len(p.Path) == 0 {
		return p.Reason()
	}
	path := typesys.FormatPath(p.Path)
	if runes := []rune(path); len(runes) > pathLength {
		path = "…" + string(runes[len(runes)-pathLength+1:])
	}
	return path + ": " + p.Reason()
}

func cut(text string, n int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}
