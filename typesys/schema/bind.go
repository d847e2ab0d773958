package schema

import (
	"github.com/zclconf/go-cty/cty"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file turns uses of types in a schema into types.

// maxDepth is how deep uses of types may nest within a member. What lies deeper
// is dynamic.
const maxDepth = 100

// forms is one use of a type in the two shapes, without optionality.
type forms struct {
	plain typesys.Type
	// input has a wrapper at every level that is not marked plain, the outermost
	// one included.
	input typesys.Type
}

// bare is a type that has no parts which differ between the shapes. It has no
// wrapper yet.
func bare(t typesys.Type) forms { return forms{t, t} }

var primitives = map[string]typesys.Type{
	"boolean": typesys.Bool,
	"integer": typesys.Int,
	"number":  typesys.Number,
	"string":  typesys.String,
}

// binder makes the types of one member and notes what it cannot understand.
type binder struct {
	pkg      *Package
	member   string
	at       string // the property being read, for problems
	problems []string
	// foreignRefs are the references into other packages that were followed.
	foreignRefs []string
}

func (b *binder) problem(format string, args ...any) {
	found := problemText(b.at, format, args)
	if !slices.Contains(b.problems, found) { // an input is mostly an output too
		b.problems = append(b.problems, found)
	}
	b.pkg.problems.add(b.member, "%s", found)
}

// bind is a use of a type.
func (b *binder) bind(s *typeSpec, depth int) forms {
	if depth > maxDepth {
		b.problem("types nest too deep")
		return bare(typesys.Dynamic)
	}
	if s == nil {
		return bare(typesys.Dynamic)
	}
	f := b.unwrapped(s, depth)
	if !s.Plain {
		f.input = typesys.Input(f.input)
	}
	return f
}

// unwrapped is a use of a type whose outermost wrapper is missing.
func (b *binder) unwrapped(s *typeSpec, depth int) forms {
	switch {
	case s.Ref != "":
		return b.reference(s)
	case len(s.OneOf) > 0:
		return b.oneOf(s, depth)
	}
	switch s.Type {
	case "array":
		if s.Items == nil {
			b.problem("an array without items")
		}
		e := b.bind(s.Items, depth+1)
		return forms{typesys.List(e.plain), typesys.List(e.input)}
	case "object":
		e := forms{typesys.String, typesys.Input(typesys.String)}
		if s.AdditionalProperties != nil {
			e = b.bind(s.AdditionalProperties, depth+1)
		}
		return forms{typesys.Map(e.plain), typesys.Map(e.input)}
	}
	if t, ok := primitives[s.Type]; ok {
		return bare(t)
	}
	b.problem("%q is not a type", s.Type)
	return bare(typesys.Dynamic)
}

// oneOf is a union. Where the union itself accepts an output its members need no
// wrapper of their own.
func (b *binder) oneOf(s *typeSpec, depth int) forms {
	if len(s.OneOf) == 1 {
		b.problem("a union of one type")
	}
	plain := make([]typesys.Type, len(s.OneOf))
	input := make([]typesys.Type, len(s.OneOf))
	for i, member := range s.OneOf {
		f := b.bind(member, depth+1)
		plain[i], input[i] = f.plain, f.input
		if !s.Plain && f.input.Kind() == typesys.KindInput {
			input[i] = f.input.Elem()
		}
	}
	return forms{typesys.Union(plain...), typesys.Union(input...)}
}

// constant is the type of a property that has one value only. It takes the place
// of the whole type, so that a place which may be left out keeps that in the base.
func constant(f forms, value cty.Value) forms {
	return forms{typesys.DeclaredConst(f.plain, value), typesys.DeclaredConst(f.input, value)}
}

// optional is a use of a type that may be absent.
func optional(f forms) forms {
	return forms{typesys.Optional(f.plain), typesys.Optional(f.input)}
}
