package upgrade

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file finds the places of an item where it touches a package.

// touch is a place where an item uses a member or a property, or leaves a property out.
type touch struct {
	named
	on schemadiff.Sides
	// name is where it is named, and whole what belongs to it: the value that is given to it, or the steps that
	// follow it. Both are relative to the item.
	name, whole syntax.Span
	isLeftOut   bool
}

// touches are the places of an item that is checked with the version after, in the order of the text.
func (l *lookup) touches(it syntax.Placed, info *analysis.Info) (all []touch) {
	for _, o := range info.Occurrences {
		u, ok := useOf(info, it, o)
		if !ok || u.pkg.Name() != l.After.Name() {
			continue
		}
		all = append(all, touch{u.named, u.on, o.Span, wholeOf(it, o), false})
		if o.Kind == analysis.OccurResourceToken && it.Block() != nil {
			has := func(name string) bool { return it.Block().Body.Attributes[name] != nil }
			on := schemadiff.Input
			if it.Kind == syntax.KindRead {
				on = schemadiff.State
			}
			all = append(all, l.leftOut(u.named, on, o.Span, syntax.Span{End: len(it.Text)}, has)...)
		}
	}
	node.Walk(it.Root(), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if object, ok := n.(*hclsyntax.ObjectConsExpr); ok {
			all = append(all, l.leftOutOf(object, info.ExpectedOf(object))...)
		}
		return true
	})
	slices.SortStableFunc(all, func(a, b touch) int { return a.name.Start - b.name.Start })
	return all
}

// leftOutOf are the properties that an object leaves out, if it is for one declared type.
func (l *lookup) leftOutOf(object *hclsyntax.ObjectConsExpr, want typesys.Type) []touch {
	if !want.IsValid() {
		return nil
	}
	m, output, ok := schema.MemberOf(typesys.PlainShape(typesys.Strip(want)))
	if !ok || output || m.Package == nil || m.Package.Name() != l.After.Name() {
		return nil
	}
	span := syntax.SpanOf(object)
	has := func(name string) bool {
		return slices.ContainsFunc(object.Items, func(item hclsyntax.ObjectConsItem) bool {
			key, literal := analysis.LiteralKey(item.KeyExpr)
			return !literal || key == name
		})
	}
	return l.leftOut(named{schemadiff.Section(m.Kind), m.Token, ""}, schemadiff.Input, syntax.Span{Start: span.Start, End: span.Start + 1}, span, has)
}

// leftOut are the properties of a member that are changed and not given.
func (l *lookup) leftOut(member named, on schemadiff.Sides, at, whole syntax.Span, has func(string) bool) (all []touch) {
	for _, c := range l.within[member] {
		if c.Property != "" && c.On&on != 0 && whenLeftOut(c) && !has(c.Property) {
			all = append(all, touch{named{member.section, member.token, c.Property}, on, at, whole, true})
		}
	}
	return all
}

// whenLeftOut reports whether a change concerns those who leave the property out.
func whenLeftOut(c schemadiff.Change) bool {
	return byAbsence[c.Kind] || c.Kind == schemadiff.Added && c.Required
}

// wholeOf is what belongs to a name.
func wholeOf(it syntax.Placed, o analysis.Occurrence) syntax.Span {
	nodes := syntax.NodeAt(it.Item, o.Span.Start)
	slices.Reverse(nodes)
	whole := o.Span
	for _, n := range nodes {
		switch n := n.(type) {
		case *hclsyntax.Attribute:
			if o.Kind == analysis.OccurAttribute {
				return syntax.SpanOf(n)
			}
		case *hclsyntax.ObjectConsExpr:
			if o.Kind != analysis.OccurKey {
				return whole
			}
			for _, item := range n.Items {
				if key := syntax.SpanOf(item.KeyExpr); key.Start <= o.Span.Start && o.Span.End <= key.End {
					return syntax.Span{Start: o.Span.Start, End: syntax.SpanOf(item.ValueExpr).End}
				}
			}
		case *hclsyntax.ScopeTraversalExpr, *hclsyntax.RelativeTraversalExpr, *hclsyntax.IndexExpr, *hclsyntax.SplatExpr:
			if o.Kind == analysis.OccurMember {
				whole.End = max(whole.End, syntax.SpanOf(n).End)
			}
		default:
			if o.Kind == analysis.OccurMember && whole != o.Span {
				return whole
			}
		}
	}
	return whole
}
