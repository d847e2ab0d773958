package semantic

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// This file is the data: tokens, their types and their modifiers.

// Token is a piece of text that is coloured in one way.
type Token struct {
	Span      syntax.Span // relative to the item
	Type      Type
	Modifiers Modifiers
}

// Type says what a token is.
type Type uint8

// The types of tokens.
const (
	Namespace Type = iota // a package, a component and its source, the `pulumi` block
	Kind                  // a type: the token of a resource, the type of a config
	Class                 // a resource
	Interface             // a read
	Parameter             // a config
	Variable              // a local, and what is declared inside an item
	Property              // an attribute, an option, a key, a step into a value
	Constant              // an output
	Event                 // a hook
	Function
	Method
	Keyword
	Comment
	String
	Number
	Operator // what begins and ends a template in text
	types
)

// Types are all types.
func Types() []Type {
	all := make([]Type, types)
	for i := range all {
		all[i] = Type(i)
	}
	return all
}

var typeNames = [types]string{
	Namespace: "namespace", Kind: "type", Class: "class", Interface: "interface", Parameter: "parameter",
	Variable: "variable", Property: "property", Constant: "enumMember", Event: "event", Function: "function",
	Method: "method", Keyword: "keyword", Comment: "comment", String: "string", Number: "number", Operator: "operator",
}

// String is the name of the type in the protocol.
func (t Type) String() string { return typeNames[t] }

// Modifiers are a set of them.
type Modifiers uint8

// The modifiers. Secret and Unknown are not among those of the protocol.
const (
	Declaration    Modifiers = 1 << iota
	Readonly                 // a name whose value is given once, where it is declared
	Deprecated               // as the schema says
	DefaultLibrary           // the language defines it
	Secret                   // the value is secret, or perhaps is
	Unknown                  // the value may be unknown during a preview
	allModifiers   = 1<<iota - 1
)

var modifierNames = []string{"declaration", "readonly", "deprecated", "defaultLibrary", "secret", "unknown"}

// All are the single modifiers, from the lowest bit on.
func All() []Modifiers {
	var all []Modifiers
	for m := Modifiers(1); m <= allModifiers; m <<= 1 {
		all = append(all, m)
	}
	return all
}

// Names are the names of the modifiers in a set, in the order of their bits.
func (m Modifiers) Names() []string {
	var names []string
	for i, name := range modifierNames {
		if m&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
