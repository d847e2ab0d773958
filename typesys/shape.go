package typesys

import (
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the shape functions: plain, input-shaped, output-shaped,
// and the two flattened forms that the expression rules of PCL use.

// PlainShape returns t without outputs, promises and inputs, at any depth.
func PlainShape(t Type) Type { return plain.apply(t) }

// InputShape returns t for a place that accepts an output wherever it accepts a plain value:
// every part is wrapped in an input.
func InputShape(t Type) Type { return input.apply(t) }

// OutputShape returns t for a resource whose parts become known separately: every part is
// wrapped in an output.
func OutputShape(t Type) Type { return output.apply(t) }

// InputType returns what the language accepts for a parameter, option, config default or output
// value of type t. It is like [InputShape], but does not enter sets. (docs/language/shapes.md#inputs)
func InputType(t Type) Type { return accepted.apply(t) }

// InputTypeOfWholeTuples is the [InputType] of versions of the language that do not enter tuples either.
func InputTypeOfWholeTuples(t Type) Type { return acceptedWhole.apply(t) }

// ResolvePromises returns t without promises, at any depth.
func ResolvePromises(t Type) Type { return unpromised.apply(t) }

// Lifted returns an output of t without eventual types inside, the only form of outputs in
// expressions.
func Lifted(t Type) Type { return Output(PlainShape(t)) }

// shape is a function from types to types that keeps the structure and changes only the
// wrappers.
type shape uint8

const (
	plain shape = iota
	input
	output
	accepted
	acceptedWhole
	unpromised
	shapeCount
)

var shapeNames = [...]string{plain: "plain", input: "input", output: "output", accepted: "accepted", acceptedWhole: "accepted whole", unpromised: "unpromised"}

// apply changes the wrappers of t. The last shape wins: each shape first removes the wrappers of
// an earlier one.
func (s shape) apply(t Type) Type {
	if s.keeps(t) {
		return t
	}
	if s != plain || t.n.plain == nil {
		return s.image(t)
	}
	if t.n.plain.Load() == nil { // plain shapes are needed often: those of inputs, for each value that is set
		t.n.plain.CompareAndSwap(nil, s.image(t).n)
	}
	return Type{t.n.plain.Load()}
}

// image returns the image of a type that is not its own image.
func (s shape) image(t Type) Type {
	switch t.Kind() {
	case KindOutput, KindInput:
		return s.unwrap(t)
	case KindPromise:
		return s.promise(t)
	case KindUnion:
		members := lists.Map(t.n.elems, s.inside)
		return s.wrap(Union(members...))
	}
	return s.wrap(s.parts(t))
}

// keeps reports whether t is its own image.
func (s shape) keeps(t Type) bool {
	switch s {
	case plain:
		return !t.ContainsEventuals()
	case unpromised:
		return !t.ContainsPromises()
	case accepted, acceptedWhole:
		return t.Kind() == KindNone || t.Kind() == KindDynamic || t.Kind() == KindOutput || t.Kind() == KindInput
	}
	return t.Kind() == KindNone || t.Kind() == KindDynamic && s == input
}

// unwrap returns the image of an output or input.
func (s shape) unwrap(t Type) Type {
	if s == unpromised {
		return wrapper(t.Kind(), s.apply(t.Elem()))
	}
	return s.apply(t.Elem())
}

// promise returns the image of a promise.
func (s shape) promise(t Type) Type { return s.apply(t.Elem()) }

// inside returns the image of a member of a union. Only its parts are shaped; the union gets the
// wrapper, so that shaping twice adds no second one.
func (s shape) inside(m Type) Type {
	if s == accepted || s == acceptedWhole {
		return s.apply(m)
	}
	shaped := s.apply(m)
	if s == input && shaped.Kind() == KindInput || s == output && shaped.Kind() == KindOutput {
		return shaped.Elem()
	}
	return shaped
}

// parts shapes the parts of t and adds no wrapper to t itself.
func (s shape) parts(t Type) Type {
	switch t.Kind() {
	case KindList:
		return List(s.apply(t.Elem()))
	case KindMap:
		return Map(s.apply(t.Elem()))
	case KindSet:
		if s == accepted || s == acceptedWhole {
			return t
		}
		return Set(s.apply(t.Elem()))
	case KindTuple:
		if s == acceptedWhole {
			return t
		}
		elems := lists.Map(t.n.elems, s.apply)
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
	props := lists.Map(t.n.props, func(p Property) Property { return Property{p.Name, s.apply(p.Type)} })
	return Object(props...)
}

// wrap puts the shape's own wrapper around t.
func (s shape) wrap(t Type) Type {
	switch s {
	case input, accepted, acceptedWhole:
		return Input(t)
	case output:
		if t == None {
			return t // none never has a wrapper
		}
		return Output(t)
	}
	return t
}

// shapesOfNamed holds the other shapes of a named type. They are created on demand, so that each
// shape is one type.
type shapesOfNamed [shapeCount]atomic.Pointer[node]

// named returns the image of a named object type. Where the last shape wins, a source has at
// most one shape around it. The shape of [InputType] is an exception, because it keeps existing
// outputs.
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

// ofNamed creates the image of a named object type.
func (s shape) ofNamed(t Type) Type {
	if own, ok := t.n.source.(interface{ PlainType() Type }); ok && s == plain {
		return own.PlainType()
	}
	return Named(&shaped{base: t, shape: s})
}

// shaped is a named object type in another shape. Its properties are shaped when they are first
// needed, and then kept.
type shaped struct {
	base  Type
	shape shape
	props atomic.Pointer[[]Property]
}

// Token implements [Source] with the token of the original type.
func (s *shaped) Token() string { return s.base.Token() }

// Eventual implements [Source].
func (s *shaped) Eventual() bool {
	switch s.shape {
	case plain:
		return false
	case unpromised:
		return s.base.n.source.Eventual()
	}
	return true
}

// Properties implements [Source].
func (s *shaped) Properties() []Property {
	if known := s.props.Load(); known != nil {
		return *known
	}
	base := s.base.Properties()
	props := lists.Map(base, func(p Property) Property { return Property{p.Name, s.shape.apply(p.Type)} })
	s.props.Store(&props)
	return props
}

// Unshaped returns the original source.
func (s *shaped) Unshaped() Source { return s.base.n.source }

// Variant orders the shapes of one source, and sources with the same token.
func (s *shaped) Variant() string { return shapeNames[s.shape] + " " + leafKey(s.base.n) }
