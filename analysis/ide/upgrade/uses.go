package upgrade

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file finds what names use of a package: a member, or a property of one.

// addUse adds what a name uses.
func (c *Concern) addUse(info *analysis.Info, it syntax.Placed, o analysis.Occurrence) {
	switch o.Kind {
	case analysis.OccurResourceToken:
		if r := o.Resource; r != nil {
			c.member(r.Package, schemadiff.Resources, r.Token)
		}
	case analysis.OccurFunctionToken:
		if f := o.SchemaFunction; f != nil {
			c.member(f.Package, schemadiff.Functions, f.Token)
			c.types(f.Package, f.Return)
		}
	case analysis.OccurAttribute:
		if r := info.Resource; r != nil && o.Property != nil {
			on := schemadiff.Input
			if it.Kind == syntax.KindRead {
				on = schemadiff.State
			}
			c.property(r.Package, schemadiff.Resources, r.Token, o.Property, on)
		}
	case analysis.OccurKey, analysis.OccurMember:
		if m, output, ok := ownerOf(o); ok && o.Property != nil {
			c.property(m.Package, schemadiff.Section(m.Kind), m.Token, o.Property, sideOf(m, output))
		}
	}
}

func (c *Concern) member(pkg *schema.Package, section schemadiff.Section, token string) {
	if pkg.Name() == c.pkg {
		c.uses[named{section, token, ""}] |= schemadiff.Whole
	}
}

// property adds a property, and with it the member that declares it and the types of its value.
func (c *Concern) property(pkg *schema.Package, section schemadiff.Section, token string, p *schema.Property, on schemadiff.Sides) {
	if pkg.Name() != c.pkg {
		return
	}
	c.member(pkg, section, token)
	c.uses[named{section, token, p.Name}] |= on
	c.types(pkg, p.Plain)
}

// types adds the types with tokens in a type, and not those in their properties.
func (c *Concern) types(pkg *schema.Package, t typesys.Type) {
	if o := schema.ObjectOf(t); o != nil {
		if o.Package != nil && !o.IsResource {
			c.member(o.Package, schemadiff.Types, o.Token)
		}
		return
	}
	if t.Kind() == typesys.KindEnum {
		if e := pkg.EnumType(t.Token()); e != nil {
			c.member(pkg, schemadiff.Types, e.Token)
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
