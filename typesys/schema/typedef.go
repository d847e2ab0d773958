package schema

import (
	"fmt"
	"slices"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the members of types: object types and enums. Which of
// the two a member is decides on the type of every place that refers to it, so
// that is read on its own, without the properties.

// EnumType is a choice of values that a schema declares.
type EnumType struct {
	Token, Canonical, Description, Deprecation string
	// Base is the type of the values.
	Base   typesys.Type
	Values []EnumValue

	once sync.Once // makes typ
	typ  typesys.Type

	deprecated sync.Once // makes old
	old        []EnumValue
}

// Deprecated are the values that are deprecated, mostly few.
func (e *EnumType) Deprecated() []EnumValue {
	e.deprecated.Do(func() {
		for _, v := range e.Values {
			if v.Deprecation != "" {
				e.old = append(e.old, v)
			}
		}
	})
	return slices.Clip(e.old)
}

// EnumValue is one choice.
type EnumValue struct {
	// Name is what SDKs call the value; it may be empty.
	Name, Description, Deprecation string
	Value                          cty.Value
}

// Type is the enum as a type. It is made once, out of the values as they are then.
func (e *EnumType) Type() typesys.Type {
	e.once.Do(func() {
		values := lists.Map(e.Values, func(v EnumValue) cty.Value { return v.Value })
		e.typ = typesys.Enum(e.Canonical, e.Base, values...)
	})
	return e.typ
}

// typeDef is a member of types: an object, an enum, or, where a schema is at
// fault, some other type.
type typeDef struct {
	object *ObjectType
	enum   *EnumType
	other  typesys.Type
	// problems are those of the type itself; an object has others in its properties.
	problems []string
}

func (d *typeDef) forms() forms {
	switch {
	case d.object != nil:
		return forms{d.object.Plain(), d.object.Input()}
	case d.enum != nil:
		return bare(d.enum.Type())
	}
	return bare(d.other)
}

// typeDef reads the head of a declared type.
func (p *Package) typeDef(token string) *typeDef {
	return p.typeCache.get(token, func() *typeDef {
		b := &binder{pkg: p, member: "types/" + token}
		var spec typeDefSpec
		at, err := p.declaration(typeTable, token)
		if err == nil {
			err = p.decode(at, &spec)
		}
		if err != nil {
			b.problem("%v", misshapen(err))
			return &typeDef{other: typesys.Dynamic, problems: b.problems}
		}
		def := b.typeDef(token, at, &spec)
		def.problems = b.problems
		return def
	})
}

func (b *binder) typeDef(token string, at span, spec *typeDefSpec) *typeDef {
	if spec.Enum != nil {
		e := b.enum(token, spec)
		if len(e.Values) == 0 && len(spec.Enum) > 0 { // what the values are is not known
			return &typeDef{other: e.Base}
		}
		return &typeDef{enum: e}
	}
	if t, ok := primitives[spec.Type]; ok {
		b.problem("a type of kind %s without values", spec.Type)
		return &typeDef{other: t}
	}
	if spec.Type != "object" && spec.Type != "" {
		b.problem("%q is not a kind of type", spec.Type)
		return &typeDef{other: typesys.Dynamic}
	}
	return &typeDef{object: &ObjectType{
		Package: b.pkg, Token: token, Canonical: b.pkg.Canonical(token),
		Description: spec.Description, Deprecation: spec.Deprecation,
		load: func(o *ObjectType) []*Property { return b.pkg.readProperties(o, at) },
	}}
}

// readProperties reads the properties of a declared object type.
func (p *Package) readProperties(o *ObjectType, at span) []*Property {
	b := &binder{pkg: p, member: "types/" + o.Token}
	defer func() { o.faults = b.problems }()
	var spec objectSpec
	if err := p.decode(at, &spec); err != nil {
		b.problem("%v", misshapen(err))
		return nil
	}
	return withConst(b.properties(spec.Properties, spec.Required))
}

func (b *binder) enum(token string, spec *typeDefSpec) *EnumType {
	e := &EnumType{
		Token: token, Canonical: b.pkg.Canonical(token),
		Description: spec.Description, Deprecation: spec.Deprecation,
		Base: typesys.String,
	}
	if t, ok := primitives[spec.Type]; ok {
		e.Base = t
	} else {
		b.problem("%q is not a type for the values of an enum", spec.Type)
	}
	for i, v := range spec.Enum {
		value, err := literal(v.Value)
		if err != nil || value == cty.NilVal || !isConstantOf(e.Base, value) {
			b.problem("value %d of the enum is no constant of the type %s", i+1, e.Base)
			continue
		}
		e.Values = append(e.Values, EnumValue{v.Name, v.Description, v.Deprecation, value})
	}
	return e
}

func problemText(at, format string, args []any) string {
	text := fmt.Sprintf(format, args...)
	if at == "" {
		return text
	}
	return at + ": " + text
}
