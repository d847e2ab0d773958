package navigate

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file leads from a name to its declaration.

// Definition is where the name at an offset is declared; a declaration leads to
// itself. It is empty where there is no name or nothing declares it. The error is
// that of the context.
func Definition(ctx context.Context, p *analysis.Program, path string, offset int) ([]Location, error) {
	_, n, err := placedName(ctx, p, path, offset)
	return n.declared, err
}

// name is a name at an offset: what it is called and where it is declared.
type name struct {
	text     string
	declared []Location
	uses     bool // whether other places may name the same
}

// placedName is the name at an offset; the place is nil where there is no item.
func placedName(ctx context.Context, p *analysis.Program, path string, offset int) (*analysis.Place, name, error) {
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil {
		return nil, name{}, err
	}
	f := newFinder(ctx, p, path, at.Item, at.Info)
	if o := at.Occurrence; o != nil {
		return at, name{o.Name, f.definition(o), hasUses(o.Kind)}, ctx.Err()
	}
	for _, n := range syntax.NodeAt(at.Item.Item, at.Offset) {
		if key, ok := n.(*hclsyntax.ObjectConsKeyExpr); ok {
			if text, literal := analysis.LiteralKey(key); literal {
				return at, name{text, f.itself(syntax.SpanOf(key)), true}, nil
			}
		}
	}
	return at, name{}, nil
}

// hasUses tells names from tokens and sources, which lead somewhere but name no
// declaration.
func hasUses(k analysis.OccurrenceKind) bool {
	switch k {
	case analysis.OccurDeclaration, analysis.OccurVariable, analysis.OccurMember, analysis.OccurAttribute,
		analysis.OccurOption, analysis.OccurKey:
		return true
	}
	return false
}

// finder looks for declarations on behalf of the names of one item.
type finder struct {
	ctx  context.Context
	p    *analysis.Program
	path string
	item syntax.Placed
	info *analysis.Info
}

func newFinder(ctx context.Context, p *analysis.Program, path string, it syntax.Placed, info *analysis.Info) *finder {
	return &finder{ctx, p, path, it, info}
}

func (f *finder) definition(o *analysis.Occurrence) []Location {
	switch o.Kind {
	case analysis.OccurDeclaration, analysis.OccurVariable:
		return f.object(f.p.ObjectOf(f.item, *o))
	case analysis.OccurMember:
		return f.member(o)
	case analysis.OccurAttribute:
		return f.attribute(o)
	case analysis.OccurOption, analysis.OccurKey:
		return f.itself(o.Span)
	case analysis.OccurSource:
		return start(f.p.ComponentProgram(o.Dir))
	case analysis.OccurResourceToken, analysis.OccurFunctionToken:
		return f.packageOf(o.Name)
	}
	return nil
}

// itself is a name of this item as a place.
func (f *finder) itself(span syntax.Span) []Location {
	span = span.Shift(f.item.Base)
	return []Location{{Path: f.path, Span: span, NameSpan: span}}
}

// object is where a variable or declaration comes from.
func (f *finder) object(o *analysis.Object) []Location {
	switch {
	case o == nil:
		return nil
	case o.Path != "":
		return objectLocation(o)
	case o.Kind == analysis.ObjectProperty:
		return f.attributeNamed(f.path, f.item, o.Name)
	case o.Span.Len() == 0:
		return nil // the language provides it
	}
	return f.itself(o.Span)
}

// attribute leads from an attribute of a component to the config that it sets;
// other attributes are their own declarations.
func (f *finder) attribute(o *analysis.Occurrence) []Location {
	if o.Dir == "" {
		return f.itself(o.Span)
	}
	if inner := f.p.ComponentProgram(o.Dir); inner != nil {
		if config := inner.ComponentInput(o.Name); config != nil {
			return objectLocation(config)
		}
	}
	return nil
}

// attributeNamed is the attribute of a block that sets a property.
func (f *finder) attributeNamed(path string, it syntax.Placed, name string) []Location {
	if it.Block == nil {
		return nil
	}
	a := it.Block.Body.Attributes[name]
	if a == nil {
		return nil
	}
	return []Location{attributeLocation(path, it, a)}
}

// attributeLocation is an attribute as its own declaration.
func attributeLocation(path string, it syntax.Placed, a *hclsyntax.Attribute) Location {
	span := syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}.Shift(it.Base)
	return Location{Path: path, Span: span, NameSpan: span}
}

// packageOf is the package block that decides what a token means.
func (f *finder) packageOf(token string) []Location {
	t, ok := schema.ParseToken(token)
	if !ok {
		return nil
	}
	path, it, found := f.p.PackageBlock(t.Schema())
	if !found {
		return nil
	}
	return []Location{itemLocation(path, it, it.KeywordSpan)}
}
