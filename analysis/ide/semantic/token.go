package semantic

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// This file defines tokens, types and modifiers.

// Token is a piece of text with one color.
type Token struct {
	Span      syntax.Span // relative to the item
	Type      Type
	Modifiers Modifiers
}

// Type is the type of a token.
type Type uint8

// The types of tokens.
const (
	Namespace Type = iota // a package, a component and its source, the `pulumi` block
	Kind                  // a type: the token of a resource, the type of a config
	Class                 // a resource
	Interface             // a read
	Parameter             // a config
	Variable              // a local, or a variable inside an item
	Property              // an attribute, option, key or step
	Constant              // an output
	Event                 // a hook
	Function
	Method
	Keyword
	Comment
	String
	Number
	Operator // the delimiters of a template
	types
)

// Types returns all types.
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

// String returns the name of the type in the protocol.
func (t Type) String() string { return typeNames[t] }

// Modifiers is a set of modifiers.
type Modifiers uint8

// The modifiers. The protocol does not define Secret and Unknown.
const (
	Declaration    Modifiers = 1 << iota
	Readonly                 // a name with only one value, given at its declaration
	Deprecated               // according to the schema
	DefaultLibrary           // defined by the language
	Secret                   // the value is or may be secret
	Unknown                  // the value may be unknown during a preview
	allModifiers   = 1<<iota - 1
)

var modifierNames = []string{"declaration", "readonly", "deprecated", "defaultLibrary", "secret", "unknown"}

// All returns the single modifiers, lowest bit first.
func All() []Modifiers {
	var all []Modifiers
	for m := Modifiers(1); m <= allModifiers; m <<= 1 {
		all = append(all, m)
	}
	return all
}

// Names returns the names of the modifiers in a set, in the order of their bits.
func (m Modifiers) Names() []string {
	var names []string
	for i, name := range modifierNames {
		if m&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
