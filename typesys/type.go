package typesys

import (
	"slices"
	"sync/atomic"
	"weak"

	"github.com/zclconf/go-cty/cty"
)

// Type is one type. Types are immutable and interned: a == b exactly when a and
// b are the same type. The zero Type is no type; its kind is [Invalid].
type Type struct{ n *node }

// node is the one representation behind every type. Which fields are set depends
// on the kind alone.
type node struct {
	kind   Kind
	id     uint64 // differs from that of every other type that ever was
	depth  int
	size   int
	flags  flags
	elem   Type                  // list, set, map, promise, output, input; the base of const and enum
	elems  []Type                // tuple, union
	props  []Property            // object without a source, sorted by name
	source Source                // object known by name
	shapes *shapesOfNamed        // object known by name: the same in other shapes
	plain  *atomic.Pointer[node] // the plain shape, once it was asked for; nil for types that are plain
	token  string                // opaque, enum
	value  cty.Value             // const
	values []cty.Value           // enum

	wrappers [6]weak.Pointer[node] // what is around the type directly; guarded by the table's lock
}

// flags are facts about a type that hold for the whole of it.
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

// Source is an object type that is known by its name: it declares the type once
// and for all, and is asked for its properties when they are needed. A source
// that knows its type without outputs also has a method PlainType() Type, and one
// whose list of properties is not the whole truth has IsOpen() bool.
type Source interface {
	// Token names the type in messages and orders it among others.
	Token() string
	// Properties are the members in any order, names unique. It may be called
	// many times.
	Properties() []Property
	// Eventual says whether an output or input occurs anywhere inside, without
	// asking for the properties.
	Eventual() bool
}

// Kind is the outermost form of t.
func (t Type) Kind() Kind {
	if t.n == nil {
		return Invalid
	}
	return t.n.kind
}

// IsValid reports whether t is a type at all.
func (t Type) IsValid() bool { return t.n != nil }

// Elem is what t holds: the element of a list, set, map, promise, output or
// input, and the base type of a constant or enum. Other kinds have none, and the
// result is the zero Type.
func (t Type) Elem() Type {
	if t.n == nil {
		return Type{}
	}
	return t.n.elem
}

// Elems are the positions of a tuple or the members of a union. The caller must
// not change the slice.
func (t Type) Elems() []Type {
	if t.n == nil {
		return nil
	}
	return slices.Clip(t.n.elems)
}

// Properties are the members of an object type, sorted by name. Those of a type
// known by name are asked for at this moment. The caller must not change the slice.
func (t Type) Properties() []Property {
	if t.n == nil || t.n.kind != KindObject {
		return nil
	}
	if t.n.source == nil {
		return slices.Clip(t.n.props)
	}
	props := t.n.source.Properties()
	if !slices.IsSortedFunc(props, byName) {
		props = slices.Clone(props)
		slices.SortFunc(props, byName)
	}
	return slices.Clip(props)
}

// Property is the member of an object type with this very name.
func (t Type) Property(name string) (Property, bool) {
	props := t.Properties()
	i, found := slices.BinarySearchFunc(props, name, func(p Property, name string) int { return compareStrings(p.Name, name) })
	if !found {
		return Property{}, false
	}
	return props[i], true
}

// Source is what declares an object type known by name; nil for all others.
func (t Type) Source() Source {
	if t.n == nil {
		return nil
	}
	return t.n.source
}

// Token names an opaque type, an enum or an object type known by name; it is
// empty for all others.
func (t Type) Token() string {
	switch {
	case t.n == nil:
		return ""
	case t.n.source != nil:
		return t.n.source.Token()
	}
	return t.n.token
}

// Value is the one value of a constant type; [cty.NilVal] for all others.
func (t Type) Value() cty.Value {
	if t.n == nil {
		return cty.NilVal
	}
	return t.n.value
}

// Values are the values of an enum in declared order. The caller must not change
// the slice.
func (t Type) Values() []cty.Value {
	if t.n == nil {
		return nil
	}
	return slices.Clip(t.n.values)
}

// ContainsOutputs reports whether an output, or a position that accepts one,
// occurs anywhere inside t.
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
