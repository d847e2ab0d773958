package typesys

// This file implements how shapes look in the documents that define them. The
// package comment tells how the documents differ, and why none of them is what
// the shape functions compute. (docs/language/shapes.md)

// Document is an account of the type system in which shapes can be written.
type Document uint8

// The documents.
const (
	PTS1      Document = iota // the earlier design document, "Pulumi Type System"
	PTS2                      // the later developer documentation, "Type system"
	Reference                 // what the upstream implementation computes with
)

var documentNames = [...]string{PTS1: "PTS-1", PTS2: "PTS-2", Reference: "reference"}

// String is the document's short name.
func (d Document) String() string { return documentNames[d] }

// View is t in the form that the document gives to the same shape:
//
//   - [PTS1] has no wrapper around a union; each member has it instead.
//   - [PTS2] has the wrapper around a union and each member has it too.
//   - [Reference] knows no inputs, only unions with an output, and nothing
//     eventual inside an output.
//
// A type without inputs and outputs is its own view. Object types known by name
// stay closed in the views of PTS-1 and PTS-2, and become plain inside an output
// in that of the reference. A view is for reading and comparing: the shape
// functions do not undo it.
func (d Document) View(t Type) Type {
	switch t.Kind() {
	case KindInput, KindOutput, KindPromise:
		return d.eventual(t)
	case KindList:
		return List(d.View(t.Elem()))
	case KindSet:
		return Set(d.View(t.Elem()))
	case KindMap:
		return Map(d.View(t.Elem()))
	case KindTuple:
		return Tuple(d.each(t.n.elems)...)
	case KindUnion:
		return Union(d.each(t.n.elems)...)
	case KindObject:
		return d.object(t)
	}
	return t
}

func (d Document) each(ts []Type) []Type {
	views := make([]Type, len(ts))
	for i, t := range ts {
		views[i] = d.View(t)
	}
	return views
}

func (d Document) object(t Type) Type {
	if t.n.source != nil {
		return t
	}
	props := make([]Property, len(t.n.props))
	for i, p := range t.n.props {
		props[i] = Property{p.Name, d.View(p.Type)}
	}
	return Object(props...)
}

// eventual is the view of a wrapper and what it holds.
func (d Document) eventual(t Type) Type {
	inner := t.Elem()
	switch {
	case d == Reference && t.Kind() == KindInput:
		return Union(d.View(inner), Lifted(inner))
	case d == Reference && t.Kind() == KindOutput:
		return Lifted(inner)
	case d == Reference:
		return Promise(ResolvePromises(d.View(inner)))
	case inner.Kind() != KindUnion || len(inner.n.elems) == 0:
		return rewrapOne(t.Kind(), d.View(inner))
	}
	members := d.each(inner.n.elems)
	for i, m := range members {
		if m != None {
			members[i] = rewrapOne(t.Kind(), m)
		}
	}
	if d == PTS1 {
		return Union(members...)
	}
	return rewrapOne(t.Kind(), Union(members...))
}
