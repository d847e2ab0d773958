package typesys

// This file implements iteration: what loops, ranges and computed indices see of
// a collection. (PCL specification, pcl-types.md, section 6.)

// Iteration is what a type gives when it is iterated.
type Iteration struct {
	Key, Value Type            // of each entry; both dynamic when OK is false
	Wrap       func(Type) Type // makes a result as eventual as the collection is; absence is not restored
	OK         bool            // whether the type can be iterated
	Stripped   Type            // the collection without its wrappers
}

// Iterate is what t gives when it is iterated. Sets cannot be.
func Iterate(t Type) Iteration {
	it := Iteration{Key: Dynamic, Value: Dynamic, Wrap: rewrap(t), OK: true, Stripped: Strip(t)}
	switch s := it.Stripped; s.Kind() {
	case KindList:
		it.Key, it.Value = Int, s.Elem()
	case KindMap:
		it.Key, it.Value = String, s.Elem()
	case KindTuple:
		it.Key, it.Value = Int, UnifySafe(s.Elems()...)
	case KindObject:
		it.Key, it.Value = String, UnifySafe(members(s)...)
	case KindDynamic:
	default:
		it.OK = false
	}
	return it
}

// Index is what a collection gives for a key that is not known before the
// program runs: the element, as eventual as the collection, and the type that a
// key must have. It is false when the collection has no elements to ask for. That a
// key is eventual is for the caller to add.
func Index(collection Type) (elem, keyWant Type, ok bool) {
	it := Iterate(collection)
	return it.Wrap(it.Value), it.Key, it.OK
}

// rewrap is the function that makes a type as eventual as t is on its outside.
// What is eventual further in, below an option, does not count.
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
