package navigate

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file resolves a name to its declaration.

// Definition returns the declaration of the name at an offset. A declaration resolves to
// itself. The result is empty if there is no name or no declaration. The only error is the
// context's.
func Definition(ctx context.Context, p *analysis.Program, path string, offset int) ([]Location, error) {
	_, n, err := placedName(ctx, p, path, offset)
	return n.declared, err
}

// name is a name at an offset with its declaration.
type name struct {
	text     string
	declared []Location
	uses     bool // other places may use the same name
}

// placedName returns the name at an offset. The place is nil if there is no item.
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

// hasUses excludes tokens and sources, which resolve to something but name no declaration.
func hasUses(k analysis.OccurrenceKind) bool {
	switch k {
	case analysis.OccurDeclaration, analysis.OccurVariable, analysis.OccurMember, analysis.OccurAttribute,
		analysis.OccurOption, analysis.OccurKey:
		return true
	}
	return false
}

// finder resolves the names of one item.
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

// itself returns a name of this item as its own declaration.
func (f *finder) itself(span syntax.Span) []Location {
	span = span.Shift(f.item.Base)
	return []Location{{Path: f.path, Span: span, NameSpan: span}}
}

// object returns the declaration of a variable or object.
func (f *finder) object(o *analysis.Object) []Location {
	switch {
	case o == nil:
		return nil
	case o.Path != "":
		return objectLocation(o)
	case o.Kind == analysis.ObjectProperty:
		return f.attributeNamed(f.path, f.item, o.Name)
	case o.Span.Len() == 0:
		return nil // declared by the language
	}
	return f.itself(o.Span)
}

// attribute resolves an attribute of a component to the config it sets. Other attributes are
// their own declarations.
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

// attributeNamed returns the attribute of a block that sets a property.
func (f *finder) attributeNamed(path string, it syntax.Placed, name string) []Location {
	a := it.Attribute(name)
	if a == nil {
		return nil
	}
	return []Location{attributeLocation(path, it, a)}
}

// attributeLocation returns an attribute as its own declaration.
func attributeLocation(path string, it syntax.Placed, a *hclsyntax.Attribute) Location {
	span := syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}.Shift(it.Base)
	return Location{Path: path, Span: span, NameSpan: span}
}

// packageOf returns the package block that selects the package of a token.
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
