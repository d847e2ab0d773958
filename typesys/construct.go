package typesys

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
)

// MaxDepth is how deep types nest, and MaxSize of how many parts they consist,
// before a constructor gives [Dynamic]. No program written by a person comes near
// them. Equal parts are held once but count each time: a short program can double
// a type on every line, and whoever prints it meets every part.
const (
	MaxDepth = 1000
	MaxSize  = 1 << 18
)

// The types that have no parts.
var (
	None    = leaf(KindNone)
	Bool    = leaf(KindBool)
	Int     = leaf(KindInt)
	Number  = leaf(KindNumber)
	String  = leaf(KindString)
	ID      = leaf(KindID)
	Dynamic = leaf(KindDynamic)

	// Asset and Archive are the leaf types of files and file collections.
	Asset   = Opaque("Asset")
	Archive = Opaque("Archive")
	// PropertyPath is the type of an element of ignoreChanges and its like.
	PropertyPath = Opaque("Property")
)

func leaf(k Kind) Type { return intern(node{kind: k}) }

// Opaque is the nominal leaf type with this name.
func Opaque(token string) Type { return intern(node{kind: KindOpaque, token: token}) }

// Const is the type of exactly one value of the base type. The null constant has
// the base [None] and a null value. Equal numbers are one constant, whatever the
// precision they were computed with; every digit of them counts.
func Const(base Type, value cty.Value) Type {
	return intern(node{kind: KindConst, elem: base, value: canonical(value)})
}

// Null is the type of the literal null: a constant, not [None] itself.
var Null = Const(None, cty.NullVal(cty.DynamicPseudoType))

// Enum is the type with this token whose values are a choice of the base type.
// Two enums with one token are the same type to every relation, but equal with ==
// only if their bases and values are, in order.
func Enum(token string, base Type, values ...cty.Value) Type {
	own := make([]cty.Value, len(values))
	for i, v := range values {
		own[i] = canonical(v)
	}
	return intern(node{kind: KindEnum, token: token, elem: base, values: own})
}

// List is the type of lists of elem.
func List(elem Type) Type { return wrapper(KindList, elem) }

// Set is the type of sets of elem.
func Set(elem Type) Type { return wrapper(KindSet, elem) }

// Map is the type of maps from strings to elem.
func Map(elem Type) Type { return wrapper(KindMap, elem) }

// Promise is an eventual elem without the metadata of outputs. An output or
// promise absorbs it: a promise of a promise is a promise. A promise of an output
// is a type of its own.
func Promise(elem Type) Type {
	switch elem.Kind() {
	case KindPromise:
		return elem
	}
	return wrapper(KindPromise, elem)
}

// Output is an eventual elem with its metadata. It absorbs an output, promise or
// input directly inside; use [Lifted] to remove those further in.
func Output(elem Type) Type {
	switch elem.Kind() {
	case KindOutput:
		return elem
	case KindPromise, KindInput:
		return Output(elem.Elem())
	}
	return wrapper(KindOutput, elem)
}

// Input is the type of places that accept elem or an output of elem. An output
// or input inside is the result itself, since such a place accepts plain values
// already. So are none, dynamic and the empty union, which gain nothing.
func Input(elem Type) Type {
	switch elem.Kind() {
	case KindOutput, KindInput:
		return elem
	case KindPromise:
		return Input(elem.Elem())
	case KindNone, KindDynamic:
		return elem
	case KindUnion:
		if len(elem.n.elems) == 0 {
			return elem
		}
	}
	return wrapper(KindInput, elem)
}

func wrapper(k Kind, elem Type) Type {
	n := node{kind: k, elem: elem}
	n.absorb(elem)
	switch k {
	case KindOutput, KindInput:
		n.flags |= hasOutput
	case KindPromise:
		n.flags |= hasPromise
	}
	return internWrapper(n, wrapperSlots[k])
}

// wrapperSlots are the places of the wrappers among those around one type.
var wrapperSlots = [...]int{KindList: 0, KindSet: 1, KindMap: 2, KindPromise: 3, KindOutput: 4, KindInput: 5}

// Tuple is the type of sequences with these positions.
func Tuple(elems ...Type) Type {
	n := node{kind: KindTuple, elems: slices.Clone(elems)}
	n.absorb(elems...)
	return intern(n)
}

// Object is the type of objects with these members. Of several with one name the
// last counts.
func Object(props ...Property) Type {
	sorted := slices.Clone(props)
	slices.SortStableFunc(sorted, byName)
	unique := sorted[:0]
	for i, p := range sorted {
		if i+1 < len(sorted) && sorted[i+1].Name == p.Name {
			continue
		}
		unique = append(unique, p)
	}
	n := node{kind: KindObject, props: unique}
	for _, p := range unique {
		n.absorb(p.Type)
	}
	return intern(n)
}

// Named declares a new object type: a type by its name, which differs from every
// other, also from one that the same source declared before. Who declares a type
// keeps it.
//
// Why not interned by source: the table would hold the source, the source its
// types, and so a schema that was replaced could never be collected.
func Named(source Source) Type {
	n := &node{kind: KindObject, id: newID(), source: source, depth: 1, shapes: new(shapesOfNamed)}
	if source.Eventual() {
		n.flags = hasOutput
	}
	return Type{n}
}

// Union is the type of values that belong to at least one member. Unions among
// the members are flattened, equal members counted once; a union of one is that
// one, a union of none is the empty union, which no value has.
func Union(members ...Type) Type {
	var flat []Type
	for _, m := range members {
		if m.Kind() == KindUnion {
			flat = append(flat, m.n.elems...)
		} else {
			flat = append(flat, m)
		}
	}
	slices.SortStableFunc(flat, compare)
	flat = slices.Compact(flat)
	if len(flat) == 1 {
		return flat[0]
	}
	n := node{kind: KindUnion, elems: flat}
	n.absorb(flat...)
	return intern(n)
}

// Optional is the union of t and [None].
func Optional(t Type) Type { return Union(t, None) }

// absorb takes depth, size and flags over from the parts.
func (n *node) absorb(parts ...Type) {
	for _, p := range parts {
		n.depth = max(n.depth, p.n.depth+1)
		n.size += p.n.size + 1
		n.flags |= p.n.flags
	}
}
