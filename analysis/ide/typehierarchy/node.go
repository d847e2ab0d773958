package typehierarchy

import (
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file is what the hierarchy is made of.

// Node is a type: an object type, as the member of a package that declares it, or, with a
// property, the union that is the property's type.
type Node schema.UnionPlace

// IsUnion reports whether the node is a union.
func (n Node) IsUnion() bool { return n.Property != "" }

// Exists reports whether the package still has what the node is about.
func (n Node) Exists() bool {
	if n.IsUnion() {
		p := schema.UnionPlace(n).Declaration()
		return p != nil && isUnion(p.Plain)
	}
	return n.Package != nil && n.about() != nil
}

// declared is what is said of a member.
type declared struct{ canonical, deprecation string }

// about is what is said of the member; nil if there is none.
func (n Node) about() *declared {
	switch n.Kind {
	case schema.ResourceMember:
		if r := n.Package.Resource(n.Token); r != nil {
			return &declared{r.Canonical, r.Deprecation}
		}
	case schema.FunctionMember:
		if f := n.Package.Function(n.Token); f != nil {
			return &declared{f.Canonical, f.Deprecation}
		}
	case schema.TypeMember:
		if o := n.Package.ObjectType(n.Token); o != nil {
			return &declared{o.Canonical, o.Deprecation}
		}
	}
	return nil
}

// Name is a short name: the last part of a token, and the property of a union.
func (n Node) Name() string {
	name := n.Token[strings.LastIndexByte(n.Token, ':')+1:]
	if n.IsUnion() {
		name += "." + n.Property
	}
	return name
}

// Detail is the token for people of what declares the node, and what tells the types of a
// union apart.
func (n Node) Detail() string {
	detail := n.Token
	if d := n.about(); d != nil {
		detail = d.canonical
	}
	if !n.IsUnion() {
		return detail
	}
	if p := schema.UnionPlace(n).Declaration(); p != nil && p.Discriminator != nil {
		return detail + ", by " + typesys.QuoteName(p.Discriminator.Property)
	}
	return detail
}

// IsDeprecated reports whether the schema advises against the type.
func (n Node) IsDeprecated() bool {
	if n.IsUnion() {
		p := schema.UnionPlace(n).Declaration()
		return p != nil && p.Deprecation != ""
	}
	d := n.about()
	return d != nil && d.deprecation != ""
}

// Supertypes are the unions of its package that a type is in. The error is that of the
// context, or that of reading the schema.
func (n Node) Supertypes(ctx context.Context) ([]Node, error) {
	if n.IsUnion() || n.Package == nil {
		return nil, ctx.Err()
	}
	found, err := n.UnionsOf(ctx)
	var all []Node
	for _, u := range found {
		all = append(all, Node(u))
	}
	return all, err
}

// Subtypes are the object types of a union, by name.
func (n Node) Subtypes() []Node {
	p := schema.UnionPlace(n).Declaration()
	if !n.IsUnion() || p == nil {
		return nil
	}
	all := variants(nil, p.Plain, 0)
	slices.SortFunc(all, func(a, b Node) int { return strings.Compare(a.Token, b.Token) })
	return all
}

// maxLevels bounds how deep collections are looked into.
const maxLevels = 20

// variants are the object types that are in a type, each once.
func variants(found []Node, t typesys.Type, level int) []Node {
	if level > maxLevels {
		return found
	}
	switch t.Kind() {
	case typesys.KindList, typesys.KindMap, typesys.KindSet, typesys.KindOutput, typesys.KindPromise, typesys.KindInput:
		return variants(found, t.Elem(), level+1)
	case typesys.KindUnion:
		for _, e := range t.Elems() {
			found = variants(found, e, level+1)
		}
	case typesys.KindObject:
		if n, ok := nodeOf(t); ok && !slices.Contains(found, n) {
			return append(found, n)
		}
	}
	return found
}

// nodeOf is the node of an object type that a schema declares.
func nodeOf(t typesys.Type) (Node, bool) {
	m, output, ok := schema.MemberOf(t)
	return Node{Member: m, Output: output && m.Kind == schema.FunctionMember}, ok
}

// isUnion reports whether a type is a union with an object type in it, in collections
// or not.
func isUnion(t typesys.Type) bool {
	for range maxLevels {
		t = typesys.Strip(t)
		switch t.Kind() {
		case typesys.KindList, typesys.KindMap, typesys.KindSet:
			t = t.Elem()
			continue
		case typesys.KindUnion:
			return len(variants(nil, t, 0)) > 0
		}
		break
	}
	return false
}
