package urn

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file checks literal URNs in programs. (docs/language/urns.md#invalid-urns)

// Level is how serious a finding is.
type Level uint8

// The levels.
const (
	LevelError   Level = iota // the engine rejects it
	LevelWarning              // accepted, but most likely a mistake
)

// FindingKind is a kind of finding.
type FindingKind uint8

// The kinds of findings.
const (
	Invalid   FindingKind = iota // the text is not a URN
	EmptyPart                    // a part has no characters
	Edge                         // a part begins or ends with a space or a colon
	LineBreak                    // a part contains a line break
	NoColon                      // a type without a colon
	TypeForm                     // a type that is not package:module:Name
)

// Finding is a problem in a text, with its place.
type Finding struct {
	Level      Level
	Kind       FindingKind
	Part       Part // the part with the problem; meaningless if Kind is Invalid
	Start, End int
	Message    string
}

// Check reports errors and unusual parts in a text that should be a URN, in the order of the
// text. Each part has at most one finding, for the first cause.
func Check(text string) []Finding {
	u, err := Parse(text)
	if err != nil {
		level := LevelError
		if err.Kind == TooFewParts && strings.Count(text, separator) == 3 {
			level = LevelWarning // the engine counts the colon of the prefix for half a separator
		}
		return []Finding{{Level: level, Kind: Invalid, Start: err.Start, End: err.End, Message: err.Error()}}
	}
	var found []Finding
	for _, p := range []Part{Stack, Project, Name} {
		start, end := u.Place(p)
		found = u.checkText(found, p, start, end)
	}
	start, end := u.Place(QualifiedType)
	for _, t := range strings.Split(text[start:end], "$") {
		found = u.checkType(found, start, start+len(t))
		start += len(t) + 1
	}
	lists.SortStable(found, func(a, b Finding) int { return cmp.Compare(a.Start, b.Start) })
	return found
}

// checkText checks what applies to every part.
func (u URN) checkText(found []Finding, p Part, start, end int) []Finding {
	text := u.text[start:end]
	warn := func(kind FindingKind, from, to int, message string) []Finding {
		return append(found, Finding{LevelWarning, kind, p, from, to, message})
	}
	if text == "" {
		return warn(EmptyPart, start, end, "the "+p.String()+" is empty")
	}
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		return warn(LineBreak, start+i, start+i+1, "the "+p.String()+" has a line break")
	}
	if inner := strings.TrimLeftFunc(text, isEdge); inner != text {
		return warn(Edge, start, end-len(inner), "the "+p.String()+" starts with a "+edgeName(text[0]))
	}
	if inner := strings.TrimRightFunc(text, isEdge); inner != text {
		return warn(Edge, start+len(inner), end, "the "+p.String()+" ends with a "+edgeName(text[len(text)-1]))
	}
	return found
}

func isEdge(r rune) bool { return r == ':' || unicode.IsSpace(r) }

func edgeName(c byte) string {
	if c == ':' {
		return "colon"
	}
	return "blank"
}

// checkType checks one of the types in the qualified type.
func (u URN) checkType(found []Finding, start, end int) []Finding {
	known := len(found)
	if found = u.checkText(found, Type, start, end); len(found) > known {
		return found
	}
	text := u.text[start:end]
	parts := strings.Split(text, ":")
	switch {
	case len(parts) == 1:
		return append(found, Finding{LevelWarning, NoColon, Type, start, end, "a type has the form `package:module:Name`; this one has no colon"})
	case len(parts) != 3 || slices.Contains(parts, "") || strings.ContainsFunc(text, unicode.IsSpace):
		return append(found, Finding{LevelWarning, TypeForm, Type, start, end, "a type has the form `package:module:Name`"})
	}
	return found
}
