package schema

import (
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// ObjectType is an object type that a schema declares: a member of types, the
// inputs or the result of a function, or what a resource looks like.
type ObjectType struct {
	// Package declares the type.
	Package *Package
	// Token is the declared token. Objects that have none of their own are named
	// after their function or resource.
	Token string
	// Canonical is the token for people.
	Canonical, Description, Deprecation string
	// IsResource says that a value of the type refers to a resource; it has an id
	// and a urn besides the properties.
	IsResource bool

	once   sync.Once // computes what follows: decoding a type that is only named would be waste
	load   func(*ObjectType) []*Property
	props  []*Property
	faults []string
	shapes [shapeCount][]typesys.Property

	plain, input named
}

// named is a type that is declared once, when it is first asked for.
type named struct {
	once sync.Once
	t    typesys.Type
}

func (n *named) declare(s typesys.Source) typesys.Type {
	n.once.Do(func() { n.t = typesys.Named(s) })
	return n.t
}

// shape is a way in which an object type is used.
type shape uint8

const (
	// declaredShape gives each property the type of its place.
	declaredShape shape = iota
	plainShape
	inputShape
	shapeCount
)

var shapeNames = [...]string{declaredShape: "declared", plainShape: "plain", inputShape: "input"}

// Properties are the properties, sorted by name. The caller must not change the
// slice.
func (o *ObjectType) Properties() []*Property {
	o.ready()
	return slices.Clip(o.props)
}

// Property is the property with this very name; nil if there is none.
func (o *ObjectType) Property(name string) *Property {
	o.ready()
	return FindProperty(o.props, name)
}

// Plain is the type without outputs.
func (o *ObjectType) Plain() typesys.Type { return o.plain.declare(objectSource{o, plainShape}) }

// Input is the type of places that accept an output at every level which the
// schema does not mark plain; there is no wrapper around the object itself.
func (o *ObjectType) Input() typesys.Type { return o.input.declare(objectSource{o, inputShape}) }

// Problems are the things in the declaration of the properties that could not be understood: the
// language rejects every resource and function that has a property of such a type.
func (o *ObjectType) Problems() []string {
	o.ready()
	return o.faults
}

func (o *ObjectType) ready() {
	o.once.Do(func() {
		o.props = o.load(o)
		for _, p := range o.props {
			o.shapes[declaredShape] = append(o.shapes[declaredShape], typesys.Property{Name: p.Name, Type: p.Type})
			o.shapes[plainShape] = append(o.shapes[plainShape], typesys.Property{Name: p.Name, Type: p.Plain})
			o.shapes[inputShape] = append(o.shapes[inputShape], typesys.Property{Name: p.Name, Type: p.Input})
		}
	})
}

// objectSource is an object type in one shape, as a source for typesys.
type objectSource struct {
	object *ObjectType
	shape  shape
}

// Token names the type.
func (s objectSource) Token() string { return s.object.Canonical }

// Properties are the members in this shape.
func (s objectSource) Properties() []typesys.Property {
	s.object.ready()
	return slices.Clip(s.object.shapes[s.shape])
}

// Eventual says that every shape but the plain one may hold outputs.
func (s objectSource) Eventual() bool { return s.shape != plainShape }

// Variant tells types with one token apart in orders.
func (s objectSource) Variant() string {
	p := s.object.Package
	variant := shapeNames[s.shape] + " " + s.object.Token + " of " + p.head.name + " " + p.head.version
	if p.isRelaxed {
		variant += " relaxed"
	}
	return variant
}

// IsOpen says that values may have other properties too.
func (s objectSource) IsOpen() bool { return s.object.Package.isRelaxed }

// Object is the declaration, with the documentation of the properties.
func (s objectSource) Object() *ObjectType { return s.object }

// PlainType is the same type without outputs.
func (s objectSource) PlainType() typesys.Type { return s.object.Plain() }

// variableSource is the object that a resource block declares.
type variableSource struct {
	objectSource
	resource *Resource
}

// IsOpen says that a resource has the outputs that are declared and no others.
func (s variableSource) IsOpen() bool { return false }

// Resource is the declaration of the resource.
func (s variableSource) Resource() *Resource { return s.resource }

// PlainType is the same type without outputs; it still leads to the resource.
func (s variableSource) PlainType() typesys.Type {
	return s.resource.plain.declare(variableSource{objectSource{s.object, plainShape}, s.resource})
}

// ObjectOf is the declaration behind an object type that a schema names, in
// whatever shape; nil for all other types.
func ObjectOf(t typesys.Type) *ObjectType {
	if s, ok := declared(t.Source()).(interface{ Object() *ObjectType }); ok {
		return s.Object()
	}
	return nil
}

// ResourceOf is the resource of the type of a resource variable, in whatever
// shape; nil for all other types, among them those of properties that refer to a
// resource.
func ResourceOf(t typesys.Type) *Resource {
	if s, ok := declared(t.Source()).(interface{ Resource() *Resource }); ok {
		return s.Resource()
	}
	return nil
}

// declared removes the shapes that typesys put around a source.
func declared(s typesys.Source) typesys.Source {
	for {
		shaped, ok := s.(interface{ Unshaped() typesys.Source })
		if !ok {
			return s
		}
		s = shaped.Unshaped()
	}
}

// IsReference reports whether the values of a type refer to resources: the variables of resources, and properties that hold one.
func IsReference(t typesys.Type) bool {
	o := ObjectOf(t)
	return ResourceOf(t) != nil || o != nil && o.IsResource
}
