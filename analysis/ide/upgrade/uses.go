package upgrade

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file finds what a program uses of a package.

// Use is a place where a program names something that a package declares: a member, or a property of one.
type Use struct {
	Path string
	Item syntax.Placed
	// Span is the name, relative to the item.
	Span syntax.Span
	// Member is what declares it, and Property the property; empty for the member itself.
	Section         schemadiff.Section
	Token, Property string
	// On are the sides on which the property is named. That of an object type may be both.
	On schemadiff.Sides
}

// Uses are the uses of a package in a program, in the order of the files. The error is that of the context.
func Uses(ctx context.Context, p *analysis.Program, pkg string) ([]Use, error) {
	var all []Use
	for _, f := range p.Files {
		for _, it := range f.All() {
			info, err := p.Check(ctx, it)
			if err != nil {
				return nil, err
			}
			for _, o := range info.Occurrences {
				if u, ok := useOf(info, it, o, pkg); ok {
					u.Path, u.Item, u.Span = f.Path, it, o.Span
					all = append(all, u)
				}
			}
		}
	}
	return all, nil
}

// useOf is what an occurrence uses of a package.
func useOf(info *analysis.Info, it syntax.Placed, o analysis.Occurrence, pkg string) (u Use, ok bool) {
	switch o.Kind {
	case analysis.OccurResourceToken:
		if r := o.Resource; r != nil && r.Package.Name() == pkg {
			return Use{Section: schemadiff.Resources, Token: r.Token}, true
		}
	case analysis.OccurFunctionToken:
		if f := o.SchemaFunction; f != nil && f.Package.Name() == pkg {
			return Use{Section: schemadiff.Functions, Token: f.Token}, true
		}
	case analysis.OccurAttribute:
		if r := info.Resource; r != nil && o.Property != nil && r.Package.Name() == pkg {
			on := schemadiff.Input
			if it.Kind == syntax.KindRead {
				on = schemadiff.State
			}
			return Use{Section: schemadiff.Resources, Token: r.Token, Property: o.Name, On: on}, true
		}
	case analysis.OccurKey, analysis.OccurMember:
		m, output, ok := ownerOf(o)
		if ok && o.Property != nil && m.Package.Name() == pkg {
			return Use{Section: schemadiff.Section(m.Kind), Token: m.Token, Property: o.Name, On: sideOf(m, output)}, true
		}
	}
	return Use{}, false
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
