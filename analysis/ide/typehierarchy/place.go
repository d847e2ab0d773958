package typehierarchy

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the type at a place of a program.

// At returns the type at an offset, or nil. A resource stands for itself; an attribute, key or
// member for the type of its property, or for its owner if that type is simple; a literal
// object for its type. The only error is the context's.
func At(ctx context.Context, p *analysis.Program, path string, offset int) (*Node, error) {
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
	at *analysis.Place
	pr *probe.Probe // the unmodified item
}

func (f *finder) find() (Node, bool) {
	o := f.at.Occurrence
	if o == nil {
		return f.literal(len(f.pr.Path) - 1)
	}
	switch o.Kind {
	case analysis.OccurResourceToken:
		return ofResource(o.Resource)
	case analysis.OccurDeclaration:
		if o.Span == f.at.Item.NameSpan {
			return ofResource(f.at.Info.Resource)
		}
	case analysis.OccurAttribute:
		owner, ok := ofResource(f.at.Info.Resource)
		return ofProperty(owner, ok, o.Name)
	case analysis.OccurMember:
		owner, ok := ofType(o.Owner)
		owner.Output = owner.Kind != schema.TypeMember
		return ofProperty(owner, ok, o.Name)
	case analysis.OccurKey:
		at := f.objectAround(len(f.pr.Path) - 1)
		owner, ok := f.becomes(at)
		if !ok {
			return f.literal(at)
		}
		return ofProperty(owner, true, o.Name)
	case analysis.OccurVariable:
		return ofType(o.Type)
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
			return ofProperty(owner, ok, keyOf(outer, f.pr.Path[i+1]))
		case *hclsyntax.Attribute:
			owner, ok := ofResource(f.at.Info.Resource)
			return ofProperty(owner, ok, outer.Name)
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

func ofResource(r *schema.Resource) (Node, bool) {
	if r == nil {
		return Node{}, false
	}
	return Node{Member: schema.Member{Package: r.Package, Kind: schema.ResourceMember, Token: r.Token}}, true
}

// ofType returns the object type in a type or collection.
func ofType(t typesys.Type) (Node, bool) {
	all := variants(t)
	if len(all) != 1 {
		return Node{}, false
	}
	return all[0], true
}

// ofProperty returns the type of a property: a union, an object type, or its owner.
func ofProperty(owner Node, ok bool, name string) (Node, bool) {
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
	if n, ok := ofType(p.Plain); ok {
		return n, true
	}
	owner.Output = false
	return owner, true
}
