package schema

import (
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// Property is one property of a resource, function or object type.
type Property struct {
	Name, Description, Deprecation string

	// Type is the type in the place where the property is. An input property has
	// the Input shape; an output property of a resource is an output of the plain
	// type; a property of an object type is plain. It accepts none unless the
	// property is Required.
	Type typesys.Type
	// Plain is the type without outputs, accepting none unless Required.
	Plain typesys.Type
	// Input is the input shape, with a wrapper at every level that the schema does
	// not mark plain, accepting none unless Required.
	Input typesys.Type

	// Required says that the schema lists the property as required.
	Required bool
	// Secret says that the value is secret.
	Secret bool
	// ReplaceOnChanges says that the resource shall be replaced when the value
	// changes, whatever the provider would do.
	ReplaceOnChanges bool
	// WillReplaceOnChanges says that the provider replaces the resource by itself
	// when the value changes.
	WillReplaceOnChanges bool
	// IsPlain says that the place accepts no output.
	IsPlain bool

	// Const is the only value the property may have, or [cty.NilVal].
	Const cty.Value
	// Default is the value that is used when the property is left out, or
	// [cty.NilVal].
	Default cty.Value
	// DefaultEnv names the environment variables that are asked for a default.
	DefaultEnv []string

	// Foreign are the references into other packages, as they are written:
	// /aws/v7.0.0/schema.json#/resources/TOKEN.
	Foreign []string

	// Discriminator tells the members of a union apart, or is nil. Only the
	// property's own union has it, not one further inside.
	Discriminator *Discriminator
}

// Discriminator is the property whose value says which member of a union an
// object is.
type Discriminator struct {
	// Property is the name of the deciding property.
	Property string
	// Mapping leads from values to the tokens of object types.
	Mapping map[string]string

	variants map[string]forms // by the name part of the token
}

// Values are the values that decide, sorted.
func (d *Discriminator) Values() []string { return slices.Sorted(maps.Keys(d.Mapping)) }

// Variant is the member of the property's union that a value of the discriminator
// decides for, in the shape that the property has; false if the property has no
// discriminator or it does not know the value. Members are found by the last part
// of the token, which is how the reference implementation compares them.
func (p *Property) Variant(value string) (typesys.Type, bool) {
	if p.Discriminator == nil {
		return typesys.Type{}, false
	}
	token, ok := p.Discriminator.Mapping[value]
	if !ok {
		return typesys.Type{}, false
	}
	f, ok := p.Discriminator.variants[lastPart(token)]
	if p.Type == p.Input {
		return f.input, ok
	}
	return f.plain, ok
}

func lastPart(token string) string { return token[strings.LastIndexByte(token, ':')+1:] }

// properties binds a set of properties, sorted by name. Their Type is plain. The relaxed view
// requires none of them.
func (b *binder) properties(specs map[string]*propertySpec, required []string) []*Property {
	return b.declared(specs, required, b.pkg.isRelaxed)
}

// declared binds a set of properties, sorted by name, all optional or as they are declared.
func (b *binder) declared(specs map[string]*propertySpec, required []string, optional bool) []*Property {
	for _, name := range required {
		if _, known := specs[name]; !known {
			b.problem("there is no property `%s`, which is required", name)
		}
	}
	props := make([]*Property, 0, len(specs))
	outer := b.at
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		b.at = strings.TrimPrefix(outer+"."+name, ".")
		spec := specs[name]
		if spec == nil {
			spec = &propertySpec{}
		}
		props = append(props, b.property(name, spec, !optional && slices.Contains(required, name)))
	}
	b.at = outer
	return props
}

// Replaces reports whether a change of the value replaces the resource, at
// whoever's wish.
func (p *Property) Replaces() bool { return p.ReplaceOnChanges || p.WillReplaceOnChanges }

func (b *binder) property(name string, spec *propertySpec, required bool) *Property {
	use := &spec.typeSpec
	b.foreignRefs = nil
	f := b.bind(use, 0)
	foreign := b.foreignRefs
	p := &Property{
		Name: name, Description: spec.Description, Deprecation: spec.Deprecation,
		Required: required, Secret: spec.Secret, IsPlain: spec.Plain,
		ReplaceOnChanges: spec.ReplaceOnChanges, WillReplaceOnChanges: spec.WillReplaceOnChanges,
		Const:         b.constant("const", spec.Const, f.plain),
		Default:       b.constant("default", spec.Default, defaultType(use, f.plain)),
		Foreign:       foreign,
		Discriminator: b.discriminator(use),
	}
	if spec.DefaultInfo != nil {
		p.DefaultEnv = spec.DefaultInfo.Environment
	}
	if !required {
		f = optional(f)
	}
	p.Plain, p.Input = f.plain, f.input
	p.Type = p.Plain
	return p
}

// discriminator is what tells the members of a union apart.
func (b *binder) discriminator(s *typeSpec) *Discriminator {
	if s.Discriminator == nil || len(s.OneOf) == 0 {
		return nil
	}
	d := &Discriminator{s.Discriminator.PropertyName, map[string]string{}, map[string]forms{}}
	for value, ref := range s.Discriminator.Mapping {
		d.Mapping[value] = ref
		if r, ok := parseReference(ref); ok {
			d.Mapping[value] = r.token
		}
	}
	for _, member := range s.OneOf {
		if r, ok := parseReference(member.Ref); ok {
			d.variants[lastPart(r.token)] = b.bind(member, 1)
		}
	}
	return d
}

// withConst gives properties that have one value only the type of that value.
func withConst(props []*Property) []*Property {
	for _, p := range props {
		if p.Const == cty.NilVal {
			continue
		}
		f := constant(forms{p.Plain, p.Input}, p.Const)
		p.Plain, p.Input = f.plain, f.input
		p.Type = p.Plain
	}
	return props
}

// asInputs makes the properties inputs.
func asInputs(props []*Property) []*Property {
	for _, p := range withConst(props) {
		p.Type = p.Input
	}
	return props
}

// asOutputs makes the properties outputs of a resource. A constant does not show
// in the type of an output.
func asOutputs(props []*Property) []*Property {
	for _, p := range props {
		p.Type = typesys.Lifted(p.Plain)
	}
	return props
}

// FindProperty is the property with this name among sorted ones; nil if there is
// none.
func FindProperty(props []*Property, name string) *Property {
	low, high := 0, len(props) // like slices.BinarySearchFunc, which calls a function for each step
	for low < high {
		if middle := (low + high) / 2; props[middle].Name < name {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(props) || props[low].Name != name {
		return nil
	}
	return props[low]
}
