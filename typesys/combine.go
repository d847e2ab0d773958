package typesys

import "slices"

// This file implements the combinators of eventual values: apply, all and unwrap,
// what they do to types and to what is known about values besides. (PCL
// specification, pcl-types.md, sections 11.1 and 11.2.)
//
// The language has no combinators. Each operation on something eventual means
// one: `"${bucket.arn}/*"` is an apply over bucket.arn, and `"${a.id}-${b.id}"` an
// apply over all of a.id and b.id. What stands here says what such an operation
// gives, and [Awaited] which values it waits for.

// Meta is what is known of an eventual value besides its type. The zero Meta is
// that of a plain value.
//
// Why beside the type: PTS-1, PTS-2 and the evaluator agree that neither an
// unknown value nor a secret changes the type; secret(x) and unsecret(x) are both
// output(T).
type Meta struct {
	Unknown      bool     // the value is not known before the program has run
	Secret       bool     // the value must not be shown
	Dependencies []string // the resources that the value comes from, sorted, each once
}

// MetaOf is what is known of a property of a resource: it depends on that
// resource. (Both documents; pcl-types.md, section 11.2, rule 1.)
func MetaOf(resource string) Meta { return Meta{Dependencies: []string{resource}} }

// Join is what is known of a value that was made of two: it is unknown if either
// is, secret if either is, and comes from all that they come from. Join is
// commutative, associative and idempotent, and the zero Meta changes nothing.
// (Rules 1 to 3.)
func (m Meta) Join(other Meta) Meta {
	all := slices.Concat(m.Dependencies, other.Dependencies)
	slices.Sort(all)
	return Meta{
		Unknown:      m.Unknown || other.Unknown,
		Secret:       m.Secret || other.Secret,
		Dependencies: slices.Clip(slices.Compact(all)),
	}
}

// Eventual is a value as the combinators see it: its type and what is known besides.
type Eventual struct {
	Type Type
	Meta Meta
}

// Settled is the type that the callback of an apply over t sees: of an output,
// promise or input what it holds, of anything else t itself. Outputs further in
// stay, as both documents have it; the reference has none further in.
func Settled(t Type) Type {
	for t.Kind() == KindOutput || t.Kind() == KindPromise || t.Kind() == KindInput {
		t = t.Elem()
	}
	return t
}

// Apply is the output of what a callback makes of an operand, Output<T> with
// T -> U giving Output<U>. A callback that gives an output itself gives no output
// of an output: the two are one, as by [Unwrap].
//
// An operand that is unknown leaves the callback unrun. The result is unknown
// then, and nothing of what the callback would have given is known but its type.
// (PTS-2: the dependencies of the result join those of the operand; in PTS-1,
// [ApplyPTS1], they do not.)
func Apply(operand, result Eventual) Eventual {
	if operand.Meta.Unknown {
		return Eventual{Output(result.Type), operand.Meta.Join(Meta{})}
	}
	return Eventual{Output(result.Type), operand.Meta.Join(result.Meta)}
}

// ApplyPTS1 is [Apply] as the earlier document has it: the result depends on what
// the operand depends on, whatever the callback reads. Unknown and secret results
// stay so.
func ApplyPTS1(operand, result Eventual) Eventual {
	result.Meta.Dependencies = nil
	return Apply(operand, result)
}

// All is the output of a tuple of the parts, each of them plain: t0 … tn give
// Output<plainShape(Tuple)>. It is unknown or secret if any part is, and depends on
// all that any part depends on. Of no parts it is an output of the empty tuple.
// (Both documents.)
func All(parts ...Eventual) Eventual {
	types := make([]Type, len(parts))
	for i, p := range parts {
		types[i] = p.Type
	}
	return Eventual{Lifted(Tuple(types...)), joinAll(parts)}
}

// Member is a named part of [AllOf].
type Member struct {
	Name string
	Eventual
}

// AllOf is [All] with names: an output of an object of the parts. Of several with
// one name the last gives the type, as in every object; all of them count for what
// else is known. (PTS-1 has this form; PTS-2 has tuples only.)
func AllOf(parts ...Member) Eventual {
	props := make([]Property, len(parts))
	values := make([]Eventual, len(parts))
	for i, p := range parts {
		props[i], values[i] = Property{p.Name, p.Type}, p.Eventual
	}
	return Eventual{Lifted(Object(props...)), joinAll(values)}
}

func joinAll(parts []Eventual) Meta {
	var m Meta
	for _, p := range parts {
		m = m.Join(p.Meta)
	}
	return m
}

// Unwrap makes one output of an output and the output that it holds,
// Output<Output<T>> giving Output<T>: it is unknown or secret if either is, and
// depends on all that either depends on. The outer output is given by its Meta
// alone, since types have no output directly inside another. (Both documents.)
func Unwrap(outer Meta, inner Eventual) Eventual {
	return Eventual{Output(inner.Type), outer.Join(inner.Meta)}
}
