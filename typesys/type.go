package typesys

import (
	"slices"
	"sync/atomic"
	"weak"

	"github.com/zclconf/go-cty/cty"
)

// Type is a type. Types are immutable and interned: a == b if and only if a and b are the same
// type. The zero Type is not a type; its kind is [Invalid].
type Type struct{ n *node }

// node is the representation of a type. The kind determines which fields are set.
type node struct {
	kind   Kind
	id     uint64 // never reused, even after a type is collected
	depth  int
	size   int
	flags  flags
	elem   Type                  // list, set, map, promise, output, input; the base of const and enum
	elems  []Type                // tuple, union
	props  []Property            // object without a source, sorted by name
	source Source                // named object
	shapes *shapesOfNamed        // named object: the same in other shapes
	plain  *atomic.Pointer[node] // the plain shape, after its first use; nil for types that are plain
	common *atomic.Pointer[node] // the common type of the parts, after its first use; nil for types with few of them
	token  string                // opaque, enum; declared or empty for const
	value  cty.Value             // const
	values *enumValues           // enum
	alone  [1]Type               // the type itself

	wrappers [6]weak.Pointer[node] // the wrappers directly around the type; guarded by the table's lock
}

// flags are facts about a type and all its parts.
type flags uint8

const (
	hasOutput  flags = 1 << iota // an output or input anywhere inside
	hasPromise                   // a promise anywhere inside
)

// Property is one member of an object type. A property that may be absent has a
// type that accepts none (see [Optional]).
type Property struct {
	Name string
	Type Type
}

// Source declares a named object type. Its properties are read when they are needed. A source
// that knows its type without outputs also has a method PlainType() Type. A source whose values
// may have unlisted properties has a method IsOpen() bool.
type Source interface {
	// Token names the type in messages and orders it among others.
	Token() string
	// Properties returns the members, sorted by name, with unique names. It may be called many
	// times.
	Properties() []Property
	// Eventual reports whether an output or input occurs anywhere inside, without reading the
	// properties.
	Eventual() bool
}

// Kind returns the outermost form of t.
func (t Type) Kind() Kind {
	if t.n == nil {
		return Invalid
	}
	return t.n.kind
}

// IsValid reports whether t is not the zero Type.
func (t Type) IsValid() bool { return t.n != nil }

// Members returns the members of a union, and otherwise the type alone. The caller must not change the slice.
func (t Type) Members() []Type {
	switch t.Kind() {
	case Invalid:
		return []Type{t}
	case KindUnion:
		return t.Elems()
	}
	return t.n.alone[:]
}

// Elem returns the element of a list, set, map, promise, output or input, and the base type of a
// constant or enum. For other kinds it returns the zero Type.
func (t Type) Elem() Type {
	if t.n == nil {
		return Type{}
	}
	return t.n.elem
}

// Elems returns the positions of a tuple or the members of a union. The caller must not change
// the slice.
func (t Type) Elems() []Type {
	if t.n == nil {
		return nil
	}
	return slices.Clip(t.n.elems)
}

// Properties returns the members of an object type, sorted by name. Those of a named type are
// read from its source. The caller must not change the slice.
func (t Type) Properties() []Property {
	if t.n == nil || t.n.kind != KindObject {
		return nil
	}
	if t.n.source == nil {
		return slices.Clip(t.n.props)
	}
	return slices.Clip(t.n.source.Properties())
}

// Property returns the member of an object type with exactly this name.
func (t Type) Property(name string) (Property, bool) {
	props := t.Properties()
	i, found := slices.BinarySearchFunc(props, name, func(p Property, name string) int { return compareStrings(p.Name, name) })
	if !found {
		return Property{}, false
	}
	return props[i], true
}

// Source returns the source of a named object type, or nil.
func (t Type) Source() Source {
	if t.n == nil {
		return nil
	}
	return t.n.source
}

// Token returns the name of an opaque type, an enum or a named object type, or "".
func (t Type) Token() string {
	switch {
	case t.n == nil:
		return ""
	case t.n.source != nil:
		return t.n.source.Token()
	}
	return t.n.token
}

// Value returns the value of a constant type, or [cty.NilVal].
func (t Type) Value() cty.Value {
	if t.n == nil {
		return cty.NilVal
	}
	return t.n.value
}

// Constant returns the value of a constant that is not null.
func (t Type) Constant() (v cty.Value, ok bool) { return t.Value(), t.Kind() == KindConst && t != Null }

// Values returns the values of an enum in declared order. The caller must not change the slice.
func (t Type) Values() []cty.Value {
	if t.n == nil || t.n.values == nil {
		return nil
	}
	return slices.Clip(t.n.values.list)
}

// ContainsOutputs reports whether an output or input occurs anywhere inside t.
func (t Type) ContainsOutputs() bool { return t.n != nil && t.n.flags&hasOutput != 0 }

// ContainsPromises reports whether a promise occurs anywhere inside t.
func (t Type) ContainsPromises() bool { return t.n != nil && t.n.flags&hasPromise != 0 }

// ContainsEventuals reports whether an output or a promise occurs anywhere inside t.
func (t Type) ContainsEventuals() bool { return t.n != nil && t.n.flags != 0 }

func byName(a, b Property) int { return compareStrings(a.Name, b.Name) }

func compareStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Kind is the outermost form of a type.
type Kind uint8

// The kinds. Each type has exactly one; [Invalid] is the kind of the zero Type.
const (
	Invalid Kind = iota
	KindNone
	KindBool
	KindInt
	KindNumber
	KindString
	KindID
	KindDynamic
	KindOpaque
	KindConst
	KindEnum
	KindList
	KindSet
	KindMap
	KindTuple
	KindObject
	KindUnion
	KindPromise
	KindOutput
	KindInput
)

var kindNames = [...]string{
	Invalid: "invalid", KindNone: "none", KindBool: "bool", KindInt: "int", KindNumber: "number",
	KindString: "string", KindID: "id", KindDynamic: "dynamic", KindOpaque: "opaque", KindConst: "const",
	KindEnum: "enum", KindList: "list", KindSet: "set", KindMap: "map", KindTuple: "tuple",
	KindObject: "object", KindUnion: "union", KindPromise: "promise", KindOutput: "output", KindInput: "input",
}

// String returns the name of the kind as types show it.
func (k Kind) String() string { return kindNames[k] }
