package typesys

import "sync/atomic"

// This file implements the shape functions: plain, input-shaped, output-shaped,
// and the two flattened forms that the expression rules of PCL use.

// PlainShape is t without outputs, promises and inputs, at any depth.
func PlainShape(t Type) Type { return plain.apply(t) }

// InputShape is t as a place may declare it that accepts an output wherever a
// plain value is accepted: every part is wrapped in an input.
func InputShape(t Type) Type { return input.apply(t) }

// OutputShape is t as a resource would show it if every part of it became known
// by itself: every part is wrapped in an output.
func OutputShape(t Type) Type { return output.apply(t) }

// InputType is what the language accepts where a parameter, option, config
// default or output value is declared as t: like [InputShape], except that it
// does not enter sets and tuples. (PCL specification, pcl-types.md, section 5.1.)
func InputType(t Type) Type { return accepted.apply(t) }

// ResolvePromises is t without promises, at any depth.
func ResolvePromises(t Type) Type { return unpromised.apply(t) }

// Lifted is an output of t with every eventual inside removed: the one form in
// which expressions have outputs.
func Lifted(t Type) Type { return Output(PlainShape(t)) }

// shape is one of the functions from types to types that keep the structure and
// change only the wrappers.
type shape uint8

const (
	plain shape = iota
	input
	output
	accepted
	unpromised
	shapeCount
)

var shapeNames = [...]string{plain: "plain", input: "input", output: "output", accepted: "accepted", unpromised: "unpromised"}

// apply changes the wrappers of t. The last shape wins: each shape first drops
// the wrapper that another left.
func (s shape) apply(t Type) Type {
	if s.keeps(t) {
		return t
	}
	if s != plain || t.n.plain == nil {
		return s.image(t)
	}
	if t.n.plain.Load() == nil { // it is asked for many times: of inputs, for each value that is set
		t.n.plain.CompareAndSwap(nil, s.image(t).n)
	}
	return Type{t.n.plain.Load()}
}

// image is the image of a type that is not its own.
func (s shape) image(t Type) Type {
	switch t.Kind() {
	case KindOutput, KindInput:
		return s.unwrap(t)
	case KindPromise:
		return s.promise(t)
	case KindUnion:
		members := make([]Type, len(t.n.elems))
		for i, m := range t.n.elems {
			members[i] = s.inside(m)
		}
		return s.wrap(Union(members...))
	}
	return s.wrap(s.parts(t))
}

// keeps reports whether t is its own image, so that nothing need be made.
func (s shape) keeps(t Type) bool {
	switch s {
	case plain:
		return !t.ContainsEventuals()
	case unpromised:
		return !t.ContainsPromises()
	case accepted:
		return t.Kind() == KindNone || t.Kind() == KindDynamic || t.Kind() == KindOutput || t.Kind() == KindInput
	}
	return t.Kind() == KindNone || t.Kind() == KindDynamic && s == input
}

// unwrap is the image of an output or input.
func (s shape) unwrap(t Type) Type {
	if s == unpromised {
		return wrapper(t.Kind(), s.apply(t.Elem()))
	}
	return s.apply(t.Elem())
}

// promise is the image of a promise.
func (s shape) promise(t Type) Type { return s.apply(t.Elem()) }

// inside is the image of a union's member: shaped within, its own wrapper left
// to the union, so that shaping twice gives no second wrapper.
func (s shape) inside(m Type) Type {
	if s == accepted {
		return s.apply(m)
	}
	shaped := s.apply(m)
	if s == input && shaped.Kind() == KindInput || s == output && shaped.Kind() == KindOutput {
		return shaped.Elem()
	}
	return shaped
}

// parts shapes what is inside t and leaves t itself without a wrapper.
func (s shape) parts(t Type) Type {
	switch t.Kind() {
	case KindList:
		return List(s.apply(t.Elem()))
	case KindMap:
		return Map(s.apply(t.Elem()))
	case KindSet:
		if s == accepted {
			return t
		}
		return Set(s.apply(t.Elem()))
	case KindTuple:
		if s == accepted {
			return t
		}
		elems := make([]Type, len(t.n.elems))
		for i, e := range t.n.elems {
			elems[i] = s.apply(e)
		}
		return Tuple(elems...)
	case KindObject:
		return s.object(t)
	}
	return t
}

func (s shape) object(t Type) Type {
	if t.n.source != nil {
		return s.named(t)
	}
	props := make([]Property, len(t.n.props))
	for i, p := range t.n.props {
		props[i] = Property{p.Name, s.apply(p.Type)}
	}
	return Object(props...)
}

// wrap puts the shape's own wrapper around t.
func (s shape) wrap(t Type) Type {
	switch s {
	case input, accepted:
		return Input(t)
	case output:
		if t == None {
			return t // as is what unites with nothing but none
		}
		return Output(t)
	}
	return t
}

// shapesOfNamed are the other shapes of a type known by name, made when they are
// asked for, so that each shape is one type.
type shapesOfNamed [shapeCount]atomic.Pointer[node]

// named is the image of an object type known by name. At most one shape is kept
// around a source where the last one wins. What a place accepts is no such shape:
// it lets stand what is eventual already.
func (s shape) named(t Type) Type {
	if inner, ok := t.n.source.(*shaped); ok && (s <= output || s == inner.shape) {
		t = inner.base
	}
	if s == plain && !t.n.source.Eventual() {
		return t
	}
	slot := &t.n.shapes[s]
	if slot.Load() == nil {
		slot.CompareAndSwap(nil, s.ofNamed(t).n)
	}
	return Type{slot.Load()}
}

// ofNamed makes the image of an object type known by name.
func (s shape) ofNamed(t Type) Type {
	if own, ok := t.n.source.(interface{ PlainType() Type }); ok && s == plain {
		return own.PlainType()
	}
	return Named(&shaped{base: t, shape: s})
}

// shaped is an object type known by name in another shape: its properties are
// shaped when they are asked for, and then kept.
type shaped struct {
	base  Type
	shape shape
	props atomic.Pointer[[]Property]
}

// Token is that of the type which is shaped.
func (s *shaped) Token() string { return s.base.Token() }

// Eventual says whether the shape leaves or makes anything eventual.
func (s *shaped) Eventual() bool {
	switch s.shape {
	case plain:
		return false
	case unpromised:
		return s.base.n.source.Eventual()
	}
	return true
}

// Properties are the members in the shape.
func (s *shaped) Properties() []Property {
	if known := s.props.Load(); known != nil {
		return *known
	}
	base := s.base.Properties()
	props := make([]Property, len(base))
	for i, p := range base {
		props[i] = Property{p.Name, s.shape.apply(p.Type)}
	}
	s.props.Store(&props)
	return props
}

// Unshaped is the source whose properties are shaped.
func (s *shaped) Unshaped() Source { return s.base.n.source }

// Variant tells the shapes of one source apart in orders, and sources with one
// token.
func (s *shaped) Variant() string { return shapeNames[s.shape] + " " + leafKey(s.base.n) }
