package impact

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file finds what names use of a package: a member, or a property of one.

// Use is the use of a member or a property.
type Use struct {
	Package *schema.Package
	Named
	On schemadiff.Sides
	// Declared is what the schema declares; nil for a member, and for a name that it does not have.
	Declared *schema.Property
}

// UseOf is what a name in an item uses of a package; false for a name of something else. The name of a property
// need not be one that the schema has.
func UseOf(info *analysis.Info, it syntax.Placed, o analysis.Occurrence) (u Use, ok bool) {
	switch o.Kind {
	case analysis.OccurResourceToken:
		if r := o.Resource; r != nil {
			return Use{r.Package, Named{schemadiff.Resources, r.Token, ""}, schemadiff.Whole, nil}, true
		}
	case analysis.OccurFunctionToken:
		if f := o.SchemaFunction; f != nil {
			return Use{f.Package, Named{schemadiff.Functions, f.Token, ""}, schemadiff.Whole, nil}, true
		}
	case analysis.OccurAttribute:
		if r := info.Resource; r != nil {
			on := schemadiff.Input
			if it.Kind == syntax.KindRead {
				on = schemadiff.State
			}
			return Use{r.Package, Named{schemadiff.Resources, r.Token, o.Name}, on, o.Property}, true
		}
	case analysis.OccurKey, analysis.OccurMember:
		if m, output, ok := ownerOf(o); ok {
			return Use{m.Package, Named{schemadiff.Section(m.Kind), m.Token, o.Name}, sideOf(m, output), o.Property}, true
		}
	}
	return Use{}, false
}

// add adds a use, and with a property the types of its value, with a function those of its result.
func (c *Concern) add(u Use, o analysis.Occurrence) {
	if u.Property != "" && u.Declared == nil || u.Package.Name() != c.pkg {
		return
	}
	c.uses[Named{u.Section, u.Token, ""}] |= schemadiff.Whole
	switch {
	case u.Declared != nil:
		c.uses[u.Named] |= u.On
		c.types(u.Package, u.Declared.Plain)
	case o.SchemaFunction != nil:
		c.types(u.Package, o.SchemaFunction.Return)
	}
}

// types adds the types with tokens in a type, and not those in their properties.
func (c *Concern) types(pkg *schema.Package, t typesys.Type) {
	if o := schema.ObjectOf(t); o != nil {
		if o.Package != nil && !o.IsResource {
			c.typeToken(o.Package, o.Token)
		}
		return
	}
	if t.Kind() == typesys.KindEnum {
		if e := pkg.EnumType(t.Token()); e != nil {
			c.typeToken(pkg, e.Token)
		}
		return
	}
	for _, e := range t.Elems() {
		c.types(pkg, e)
	}
	if e := t.Elem(); e.IsValid() {
		c.types(pkg, e)
	}
}

func (c *Concern) typeToken(pkg *schema.Package, token string) {
	if pkg.Name() == c.pkg {
		c.uses[Named{schemadiff.Types, token, ""}] |= schemadiff.Whole
	}
}

// ownerOf is the member that declares the property which a key or member names.
func ownerOf(o analysis.Occurrence) (m schema.Member, output, ok bool) {
	owner := typesys.PlainShape(typesys.Strip(o.Owner))
	if m, output, ok = schema.MemberOf(owner); ok {
		return m, output, true
	}
	for _, alternative := range owner.Elems() { // a union, of which the property's own object counts
		if d := schema.ObjectOf(alternative); d != nil && d.Property(o.Name) != nil {
			return schema.MemberOf(alternative)
		}
	}
	return m, false, false
}

func sideOf(m schema.Member, output bool) schemadiff.Sides {
	switch {
	case m.Kind == schema.TypeMember:
		return schemadiff.Input | schemadiff.Output
	case output:
		return schemadiff.Output
	}
	return schemadiff.Input
}
