package schemadoc

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the declaration of the type at a place of a program, and shows which object types belong to which
// unions. A property that takes one of several object types has a union type: the union is the supertype, and the
// object types are its subtypes. A union has no name in a schema, so it is named after its property. An object type
// can belong to several unions. **Why** nothing is cached: finding the unions of a type takes a search of the schema,
// and requests are rare.

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

// TypeAt returns the type at an offset, or nil. A resource stands for itself; an attribute, key or
// member for the type of its property, or for its owner if that type is simple; a literal
// object for its type. The only error is the context's.
func TypeAt(ctx context.Context, p *analysis.Program, path string, offset int) (*Node, error) {
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil {
		return nil, err
	}
	f := finder{at: at, pr: &probe.Probe{Item: at.Item, Info: at.Info, Path: syntax.NodeAt(at.Item.Item, at.Offset)}}
	n, ok := f.find()
	if !ok || !n.Exists() {
		return nil, ctx.Err()
	}
	return &n, ctx.Err()
}

// finder is the state of one request.
type finder struct {
	at *analysis.Location
	pr *probe.Probe // the unmodified item
}

func (f *finder) find() (Node, bool) {
	o := f.at.Occurrence
	if o == nil {
		return f.literal(len(f.pr.Path) - 1)
	}
	switch o.Kind {
	case analysis.OccurResourceToken:
		return nodeOfResource(o.Resource)
	case analysis.OccurDeclaration:
		if o.Span == f.at.Item.NameSpan {
			return nodeOfResource(f.at.Info.Resource)
		}
	case analysis.OccurAttribute:
		owner, ok := nodeOfResource(f.at.Info.Resource)
		return nodeOfProperty(owner, ok, o.Name)
	case analysis.OccurMember:
		owner, ok := nodeOfType(o.Owner)
		owner.Output = owner.Kind != schema.TypeMember
		return nodeOfProperty(owner, ok, o.Name)
	case analysis.OccurKey:
		at := f.objectAround(len(f.pr.Path) - 1)
		owner, ok := f.becomes(at)
		if !ok {
			return f.literal(at)
		}
		return nodeOfProperty(owner, true, o.Name)
	case analysis.OccurVariable:
		return nodeOfType(o.Type)
	}
	return Node{}, false
}

// objectAround returns the position in the path of the innermost literal object from a
// position on, or -1.
func (f *finder) objectAround(from int) int {
	for i := from; i >= 0; i-- {
		if _, ok := f.pr.Path[i].(*hclsyntax.ObjectConsExpr); ok {
			return i
		}
	}
	return -1
}

// becomes returns the type of the literal object at a position of the path, if only one is
// possible.
func (f *finder) becomes(at int) (Node, bool) {
	if at < 0 {
		return Node{}, false
	}
	object := f.pr.Path[at].(*hclsyntax.ObjectConsExpr)
	left := probe.Variants(object, f.pr.Wanted(f.pr.Path[:at+1]), "")
	if len(left) != 1 {
		return Node{}, false
	}
	return nodeOf(left[0])
}

// literal returns the type of the innermost literal object from a position of the path on: its
// own, or the union expected there.
func (f *finder) literal(from int) (Node, bool) {
	at := f.objectAround(from)
	if n, ok := f.becomes(at); ok || at < 0 {
		return n, ok
	}
	for i := at - 1; i >= 0; i-- {
		switch outer := f.pr.Path[i].(type) {
		case *hclsyntax.ObjectConsExpr:
			owner, ok := f.becomes(i)
			return nodeOfProperty(owner, ok, keyOf(outer, f.pr.Path[i+1]))
		case *hclsyntax.Attribute:
			owner, ok := nodeOfResource(f.at.Info.Resource)
			return nodeOfProperty(owner, ok, outer.Name)
		case *hclsyntax.FunctionCallExpr:
			return Node{}, false
		}
	}
	return Node{}, false
}

// keyOf returns the key of a value in an object.
func keyOf(object *hclsyntax.ObjectConsExpr, value hclsyntax.Node) string {
	for _, item := range object.Items {
		if item.ValueExpr == value {
			name, _ := probe.KeyText(item.KeyExpr)
			return name
		}
	}
	return ""
}

func nodeOfResource(r *schema.Resource) (Node, bool) {
	if r == nil {
		return Node{}, false
	}
	return Node{Member: schema.Member{Package: r.Package, Kind: schema.ResourceMember, Token: r.Token}}, true
}

// nodeOfType returns the object type in a type or collection.
func nodeOfType(t typesys.Type) (Node, bool) {
	all := variants(t)
	if len(all) != 1 {
		return Node{}, false
	}
	return all[0], true
}

// nodeOfProperty returns the type of a property: a union, an object type, or its owner.
func nodeOfProperty(owner Node, ok bool, name string) (Node, bool) {
	if !ok || name == "" {
		return Node{}, false
	}
	of := owner
	of.Property = name
	p := schema.UnionPlace(of).Declaration()
	switch {
	case p == nil:
		return Node{}, false
	case isUnion(p.Plain):
		return of, true
	}
	if n, ok := nodeOfType(p.Plain); ok {
		return n, true
	}
	owner.Output = false
	return owner, true
}

// Target declares a type: a member of a package, perhaps one of its properties, or the program
// of a component.
type Target struct {
	Member
	// Property is the property of the member, or empty. Output means that it is an output.
	Property string
	Output   bool
	// Path is the file of a component's program. Then there is no member.
	Path string
}

// maxTargets is how many members of a union are returned.
const maxTargets = 20

// At returns the declarations of the type at an offset of a file; a union has several. The
// only error is the context's.
func At(ctx context.Context, p *analysis.Program, path string, offset int) ([]Target, error) {
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil {
		return nil, err
	}
	if found := ofOccurrence(ctx, p, at, at.Occurrence); len(found) > 0 {
		return found, ctx.Err()
	}
	return ofType(at.Type), ctx.Err()
}

// Named returns the declaration of what a token or the name of a property at an offset of a
// file stands for. The only error is the context's.
func Named(ctx context.Context, p *analysis.Program, path string, offset int) ([]Target, error) {
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil {
		return nil, err
	}
	return ofOccurrence(ctx, p, at, at.Occurrence), ctx.Err()
}

func ofOccurrence(ctx context.Context, p *analysis.Program, at *analysis.Location, o *analysis.Occurrence) []Target {
	if o == nil {
		return nil
	}
	switch o.Kind {
	case analysis.OccurResourceToken:
		return ofResource(o.Resource)
	case analysis.OccurFunctionToken, analysis.OccurMethod:
		return ofFunction(o.SchemaFunction)
	case analysis.OccurSource:
		return ofProgram(p.ComponentProgram(o.Dir))
	case analysis.OccurAttribute:
		return withProperty(ofResource(at.Info.Resource), o, false)
	case analysis.OccurMember:
		return withProperty(ofType(o.Owner), o, true)
	case analysis.OccurKey:
		return withProperty(ofType(o.Owner), o, false)
	case analysis.OccurDeclaration, analysis.OccurVariable:
		return ofObject(ctx, p, at.Object(p))
	}
	return nil
}

// ofObject returns the declarations of a name's type. For a component that is its program.
func ofObject(ctx context.Context, p *analysis.Program, o *analysis.Object) []Target {
	if o == nil {
		return nil
	}
	if it, ok := o.Item(); ok && o.Kind == analysis.ObjectComponent {
		if dir, named := p.ComponentDir(it.Item); named {
			return ofProgram(p.ComponentProgram(dir))
		}
		return nil
	}
	if o.Type.IsValid() {
		return ofType(o.Type)
	}
	return ofType(p.TypeOf(ctx, o))
}

// ofProgram returns the first file of a program.
func ofProgram(p *analysis.Program) []Target {
	main := p.Main()
	if main == nil {
		return nil
	}
	return []Target{{Path: main.Path}}
}

func ofResource(r *schema.Resource) []Target {
	if r == nil {
		return nil
	}
	return []Target{{Member: Member{r.Package, Resource, r.Token}}}
}

func ofFunction(f *schema.Function) []Target {
	if f == nil {
		return nil
	}
	return []Target{{Member: Member{f.Package, Function, f.Token}}}
}

// withProperty adds the property that an occurrence names. A name that no schema declares has
// no target.
func withProperty(owners []Target, o *analysis.Occurrence, output bool) []Target {
	if o.Property == nil {
		return nil
	}
	for i := range owners {
		owners[i].Property = o.Property.Name
		owners[i].Output = output || owners[i].Output
	}
	return owners
}

// ofType returns the declarations of a type, or of the named types inside it.
func ofType(t typesys.Type) []Target {
	var found []Target
	for _, object := range probe.ObjectsWithin(typesys.Strip(t)) {
		m, output, ok := schema.MemberOf(object)
		if target := (Target{Member: Member(m), Output: output}); ok && !slices.Contains(found, target) {
			found = append(found, target)
		}
	}
	return found[:min(len(found), maxTargets)]
}

// Span returns the place of a target in its document.
func (t Target) Span(d *Document) syntax.Span {
	if t.Property == "" {
		return d.Head()
	}
	return d.Property(t.Property, t.Output)
}
