package typehierarchy

import (
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements the nodes of the hierarchy.

// Node is an object type, given by the member that declares it, or a union, given by the
// property it is the type of.
type Node schema.UnionPlace

// IsUnion reports whether the node is a union.
func (n Node) IsUnion() bool { return n.Property != "" }

// Exists reports whether the package still declares the node.
func (n Node) Exists() bool {
	if n.IsUnion() {
		p := schema.UnionPlace(n).Declaration()
		return p != nil && isUnion(p.Plain)
	}
	return n.Package != nil && n.about() != nil
}

// declared is what a schema says about a member.
type declared struct{ canonical, deprecation string }

// about returns what the schema says about the member, or nil.
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

// Name returns a short name: the last part of a token, with the property of a union.
func (n Node) Name() string {
	name := n.Token[strings.LastIndexByte(n.Token, ':')+1:]
	if n.IsUnion() {
		name += "." + n.Property
	}
	return name
}

// Detail returns the token that declares the node, and the discriminator of a union.
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

// IsDeprecated reports whether the type is deprecated.
func (n Node) IsDeprecated() bool {
	if n.IsUnion() {
		p := schema.UnionPlace(n).Declaration()
		return p != nil && p.Deprecation != ""
	}
	d := n.about()
	return d != nil && d.deprecation != ""
}

// Supertypes returns the unions in the package that contain a type. The error is the context's
// or comes from reading the schema.
func (n Node) Supertypes(ctx context.Context) ([]Node, error) {
	if n.IsUnion() || n.Package == nil {
		return nil, ctx.Err()
	}
	found, err := n.UnionsOf(ctx)
	all := lists.Map(found, func(u schema.UnionPlace) Node { return Node(u) })
	return all, err
}

// Subtypes returns the object types of a union, by name.
func (n Node) Subtypes() []Node {
	p := schema.UnionPlace(n).Declaration()
	if !n.IsUnion() || p == nil {
		return nil
	}
	all := variants(p.Plain)
	lists.SortStable(all, func(a, b Node) int { return strings.Compare(a.Token, b.Token) })
	return all
}

// maxLevels limits the nesting of collections.
const maxLevels = 20

// variants returns the object types in a type, each once.
func variants(t typesys.Type) []Node {
	var found []Node
	for _, object := range probe.ObjectsWithin(t) {
		if n, ok := nodeOf(object); ok && !slices.Contains(found, n) {
			found = append(found, n)
		}
	}
	return found
}

// nodeOf returns the node of an object type from a schema.
func nodeOf(t typesys.Type) (Node, bool) {
	m, output, ok := schema.MemberOf(t)
	return Node{Member: m, Output: output && m.Kind == schema.FunctionMember}, ok
}

// isUnion reports whether a type is, or contains, a union with an object type.
func isUnion(t typesys.Type) bool {
	for range maxLevels {
		t = typesys.Strip(t)
		switch t.Kind() {
		case typesys.KindList, typesys.KindMap, typesys.KindSet:
			t = t.Elem()
			continue
		case typesys.KindUnion:
			return len(variants(t)) > 0
		}
		break
	}
	return false
}
