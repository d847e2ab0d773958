package urn

import "strings"

// This file implements URNs and their parts. (Sections 6.1 to 6.3.)

// Prefix is how every URN begins.
const Prefix = "urn:pulumi:"

// separator stands between the parts.
const separator = "::"

// Part is one part of a URN.
type Part uint8

// The parts in the order in which they stand. The type is the end of the
// qualified type.
const (
	Stack Part = iota
	Project
	QualifiedType
	Name
	Type
)

var partNames = [...]string{Stack: "stack", Project: "project", QualifiedType: "qualified type", Name: "name", Type: "type"}

// String is what the part is called in messages.
func (p Part) String() string { return partNames[p] }

// URN is a well-formed URN. URNs are equal with == exactly when their texts are;
// case matters. The zero URN is none: its text is empty.
type URN struct {
	text string
	ends [3]int // where stack, project and qualified type end
}

// Parse reads a URN: the prefix, and behind it three separators that end the
// stack, the project and the qualified type. The rest is the name, which may hold
// anything. Nothing else is asked of the parts; see [Check].
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

// ParseOptional reads a URN as [Parse] does, but takes the empty text for none.
func ParseOptional(text string) (URN, *Error) {
	if text == "" {
		return URN{}, nil
	}
	return Parse(text)
}

// New is the URN of a resource. The parent's qualified type is put before the type,
// unless it is empty or that of the root stack. Nothing is escaped: a separator in
// a part other than the name makes a URN with other parts.
func New(stack, project, parentType, typ, name string) URN {
	if parentType != "" && parentType != RootStackType {
		typ = parentType + "$" + typ
	}
	text := Prefix + stack + separator + project + separator + typ + separator + name
	u, err := Parse(text)
	if err != nil {
		panic("bug: " + text + " is no URN: " + err.Error())
	}
	return u
}

// String is the text of the URN.
func (u URN) String() string { return u.text }

// IsZero reports whether this is no URN at all.
func (u URN) IsZero() bool { return u.text == "" }

// Place is where a part stands in the text: the bytes from start to end.
func (u URN) Place(p Part) (start, end int) {
	switch {
	case u.IsZero():
		return 0, 0
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

// Part is the text of a part.
func (u URN) Part(p Part) string {
	start, end := u.Place(p)
	return u.text[start:end]
}

// Stack is the name of the stack.
func (u URN) Stack() string { return u.Part(Stack) }

// Project is the name of the project.
func (u URN) Project() string { return u.Part(Project) }

// QualifiedType is the type behind those of the components around the resource,
// outermost first, each followed by a dollar sign.
func (u URN) QualifiedType() string { return u.Part(QualifiedType) }

// Type is the resource's own type: what follows the last dollar sign.
func (u URN) Type() string { return u.Part(Type) }

// Name is the name of the resource, which may hold separators.
func (u URN) Name() string { return u.Part(Name) }

// Parents are the types of the components around the resource, outermost first.
func (u URN) Parents() []string {
	types := strings.Split(u.QualifiedType(), "$")
	return types[:len(types)-1]
}
