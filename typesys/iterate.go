package typesys

// This file implements iteration: the types that loops, ranges and computed indices see.
// (docs/language/expressions.md#for)

// Iteration holds the types that a loop over a collection sees.
type Iteration struct {
	Key, Value Type            // of each entry; both dynamic when OK is false
	Wrap       func(Type) Type // makes a result as eventual as the collection, but not optional
	OK         bool            // whether the type can be iterated
	Stripped   Type            // the collection without its wrappers
}

// Iterate returns what a loop over t sees. Sets cannot be iterated.
func Iterate(t Type) Iteration {
	it := Iteration{Key: Dynamic, Value: Dynamic, Wrap: rewrap(t), OK: true, Stripped: Strip(t)}
	switch s := it.Stripped; s.Kind() {
	case KindList:
		it.Key, it.Value = Int, s.Elem()
	case KindMap:
		it.Key, it.Value = String, s.Elem()
	case KindTuple:
		it.Key, it.Value = Int, unifiedParts(s, Type.Elems)
	case KindObject:
		it.Key, it.Value = String, unifiedParts(s, members)
	case KindDynamic:
		it.Value = s
	default:
		it.OK = false
	}
	return it
}

// Index returns the type of a collection's element for a computed key, as eventual as the
// collection, and the type that the key must have. ok is false if the type has no elements.
// The caller has to account for an eventual key.
func Index(collection Type) (elem, keyWant Type, ok bool) {
	it := Iterate(collection)
	return it.Wrap(it.Value), it.Key, it.OK
}

// rewrap returns a function that makes a type as eventual as the outermost wrappers of t.
// Eventual types inside an option do not count.
func rewrap(t Type) func(Type) Type {
	switch {
	case t.Kind() == KindOutput, t.Kind() == KindPromise && t.Elem().Kind() == KindOutput:
		return Lifted
	case t.Kind() == KindPromise:
		return func(r Type) Type { return Promise(ResolvePromises(r)) }
	case t.Kind() == KindInput:
		return Input
	}
	return func(r Type) Type { return r }
}
