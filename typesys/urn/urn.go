// Package urn checks URNs, the engine's names for resources.
//
// [Parse] decides whether a text is a URN and where its parts are. [Check] also
// reports parts that are valid but most likely mistakes. The package works only on
// text: it does not know programs, stacks or state, and does not ask an engine.
// (docs/language/urns.md)
//
// # Invariants
//
// Invariant: joining the parts of a URN with the separators gives the parsed text.
//
// # Where the reference differs
//
// It counts the separators in the whole text. So in `urn:pulumi::a::b::c` the colon
// of the prefix makes up for a missing part, and the name is wrong. Here only
// separators after the prefix count, and that text is not a URN.
//
// Why the checks have levels: the engine accepts nearly everything between the
// separators. A space in a stack's name is unusual, but not an error.
package urn

import "strings"

// This file implements URNs and their parts. (docs/language/urns.md#form)

// Prefix is the beginning of every URN.
const Prefix = "urn:pulumi:"

// separator separates the parts.
const separator = "::"

// Part is one part of a URN.
type Part uint8

// The parts in order. The type is the end of the qualified type.
const (
	Stack Part = iota
	Project
	QualifiedType
	Name
	Type
)

var partNames = [...]string{Stack: "stack", Project: "project", QualifiedType: "qualified type", Name: "name", Type: "type"}

// String returns the name of the part in messages.
func (p Part) String() string { return partNames[p] }

// URN is a well-formed URN.
type URN struct {
	text string
	ends [3]int // where stack, project and qualified type end
}

// Parse reads a URN: the prefix, then the stack, the project and the qualified type, each
// followed by a separator. The rest is the name, which may contain anything. Parse does not
// check the parts; see [Check].
func Parse(text string) (URN, *Error) {
	if !strings.HasPrefix(text, Prefix) {
		return URN{}, prefixError(text)
	}
	u := URN{text: text}
	at := len(Prefix)
	for i := range u.ends {
		n := strings.Index(text[at:], separator)
		if n < 0 {
			return URN{}, partsError(text, i)
		}
		u.ends[i] = at + n
		at += n + len(separator)
	}
	return u, nil
}

// Place returns the place of a part in the text: the bytes from start to end.
func (u URN) Place(p Part) (start, end int) {
	switch {
	case p == Type:
		start, end = u.Place(QualifiedType)
		return start + strings.LastIndexByte(u.text[start:end], '$') + 1, end
	case p == Stack:
		return len(Prefix), u.ends[0]
	case p == Name:
		return u.ends[2] + len(separator), len(u.text)
	}
	return u.ends[p-1] + len(separator), u.ends[p]
}

// New returns the URN of a resource of a stack. Its qualified type begins with that of the parent,
// which is given by its URN; empty for none.
func New(stack, project, parent, typ, name string) string {
	if above, err := Parse(parent); err == nil && above.Part(QualifiedType) != StackType {
		typ = above.Part(QualifiedType) + "$" + typ
	}
	return Prefix + stack + separator + project + separator + typ + separator + name
}

// Child returns the URN that an alias stands for which leaves a parent in place: what the parent's has before its
// last separator, and then the type and the name. With a separator in the parent's name that is the URN of nothing,
// but it is what the engine looks up.
func Child(parent URN, typ, name string) string {
	if parent.Part(QualifiedType) == StackType {
		return New(parent.Part(Stack), parent.Part(Project), "", typ, name)
	}
	return parent.text[:strings.LastIndex(parent.text, separator)] + "$" + typ + separator + name
}

// StackType is the type of the resource at the root of every stack. URNs leave it out.
const StackType = "pulumi:pulumi:Stack"

// Part returns the text of a part.
func (u URN) Part(p Part) string {
	start, end := u.Place(p)
	return u.text[start:end]
}
