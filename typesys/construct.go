package typesys

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// MaxDepth limits the depth of types and MaxSize the number of their parts; beyond them, a
// constructor returns [Dynamic]. No program written by a person comes near these limits.
// Equal parts share memory but count each time, because a short program can double a type on
// every line, and printing it visits every part.
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
	// Unknown is [Dynamic] where nobody knows the type: the schema that declares it is missing.
	// A union with it is unknown too.
	Unknown = intern(node{kind: KindDynamic, token: "unknown"})

	// Asset and Archive are the leaf types of files and file collections.
	Asset   = Opaque("Asset")
	Archive = Opaque("Archive")
	// PropertyPath is the type of an element of ignoreChanges and its like.
	PropertyPath = Opaque("Property")
)

func leaf(k Kind) Type { return intern(node{kind: k}) }

// Opaque returns the nominal leaf type with a name.
func Opaque(token string) Type { return intern(node{kind: KindOpaque, token: token}) }

// Const returns the type with exactly one value of the base type. The null constant has the
// base [None] and a null value. Numbers with the same digits are the same constant, whatever
// precision they were computed with.
//
// It is what a literal of a program has, so it is shown as its base: its value may be a secret, and whoever wants to see it sees it in
// the program.
func Const(base Type, value cty.Value) Type {
	return intern(node{kind: KindConst, elem: base, value: canonical(value)})
}

// DeclaredConst returns the type of a property that can only have one value, which is shown. It is otherwise as [Const].
func DeclaredConst(base Type, value cty.Value) Type {
	return intern(node{kind: KindConst, elem: base, value: canonical(value), token: declared})
}

// These are the tokens of constants that are not as [Const].
const (
	declared = "declared"
	unmerged = "unmerged"
)

// Null is the type of the literal null: a constant, not [None] itself.
var Null = Const(None, cty.NullVal(cty.DynamicPseudoType))

// Enum returns the type with a token and the given values of the base type. Relations treat
// enums with one token as the same type, but == also compares their bases and values, in
// order.
func Enum(token string, base Type, values ...cty.Value) Type {
	own := lists.Map(values, canonical)
	return intern(node{kind: KindEnum, token: token, elem: base, values: &enumValues{list: own}})
}

// List returns the type of lists of elem.
func List(elem Type) Type { return wrapper(KindList, elem) }

// Set returns the type of sets of elem.
func Set(elem Type) Type { return wrapper(KindSet, elem) }

// Map returns the type of maps from strings to elem.
func Map(elem Type) Type { return wrapper(KindMap, elem) }

// Promise returns the type of an eventual elem without the metadata of outputs. A promise of a
// promise is a promise, and an output of a promise is an output. A promise of an output is a
// separate type.
func Promise(elem Type) Type {
	switch elem.Kind() {
	case KindPromise:
		return elem
	}
	return wrapper(KindPromise, elem)
}

// Output returns the type of an eventual elem with its metadata. It removes an output, promise
// or input directly inside; [Lifted] also removes those further in.
func Output(elem Type) Type {
	switch elem.Kind() {
	case KindOutput:
		return elem
	case KindPromise, KindInput:
		return Output(elem.Elem())
	}
	return wrapper(KindOutput, elem)
}

// Input returns the type of places that accept elem or an output of elem. It returns an output
// or input unchanged, because such a place already accepts plain values, and also none,
// dynamic and the empty union, which gain nothing.
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

// wrapperSlots are the indices of wrappers in the list that a type keeps of them.
var wrapperSlots = [...]int{KindList: 0, KindSet: 1, KindMap: 2, KindPromise: 3, KindOutput: 4, KindInput: 5}

// Tuple returns the type of sequences with these positions.
func Tuple(elems ...Type) Type {
	n := node{kind: KindTuple, elems: elems}
	n.absorb(elems...)
	return intern(n)
}

// Object returns the type of objects with these members. If several have one name, the last
// one is used.
func Object(props ...Property) Type {
	n := node{kind: KindObject, props: sortedProperties(props)}
	for _, p := range n.props {
		n.absorb(p.Type)
	}
	return intern(n)
}

func sortedProperties(props []Property) []Property {
	if ascending(props) {
		return props
	}
	sorted := slices.Clone(props)
	lists.SortStable(sorted, byName)
	unique := sorted[:0]
	for i, p := range sorted {
		if i+1 < len(sorted) && sorted[i+1].Name == p.Name {
			continue
		}
		unique = append(unique, p)
	}
	return unique
}

// ascending reports whether properties are sorted and have different names.
func ascending(props []Property) bool {
	for i := 1; i < len(props); i++ {
		if props[i-1].Name >= props[i].Name {
			return false
		}
	}
	return true
}

// Named declares a new object type that differs from every other, even from an earlier one of
// the same source. The caller keeps it.
//
// Why not interned by source: the table would hold the source, and the source its types, so a
// replaced schema could never be collected.
func Named(source Source) Type {
	n := &node{kind: KindObject, id: newID(), source: source, depth: 1, shapes: new(shapesOfNamed)}
	n.alone[0] = Type{n}
	if source.Eventual() {
		n.flags = hasOutput
	}
	return Type{n}
}

// Union returns the type of values that belong to at least one member. It flattens unions and
// removes duplicates. A union of one member is that member, and a union without members is the
// empty union, which has no values.
func Union(members ...Type) Type {
	if len(members) == 1 {
		return members[0]
	}
	var flat []Type
	for _, m := range members {
		if m.Kind() == KindUnion {
			flat = append(flat, m.n.elems...)
		} else {
			flat = append(flat, m)
		}
	}
	if slices.Contains(flat, Unknown) {
		return Unknown
	}
	lists.SortStable(flat, compare)
	flat = slices.Compact(flat)
	if len(flat) == 1 {
		return flat[0]
	}
	n := node{kind: KindUnion, elems: flat}
	n.absorb(flat...)
	return intern(n)
}

// Optional returns the union of t and [None].
func Optional(t Type) Type { return Union(t, None) }

// absorb computes depth, size and flags from the parts.
func (n *node) absorb(parts ...Type) {
	for _, p := range parts {
		n.depth = max(n.depth, p.n.depth+1)
		n.size += p.n.size + 1
		n.flags |= p.n.flags
	}
}
