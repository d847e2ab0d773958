package impact

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file finds the places of an item where it touches a package.

// touch is a place where an item uses a member or a property, or leaves a property out.
type touch struct {
	Named
	on schemadiff.Sides
	// name is where it is named, and whole what belongs to it: the value that is given to it, or the steps that
	// follow it. Both are relative to the item.
	name, whole syntax.Span
	isLeftOut   bool
}

// touches are the places of an item that is checked with the version after, in the order of the text.
func (l *Changes) touches(it syntax.Placed, info *analysis.Info) (all []touch) {
	for _, o := range info.Occurrences {
		u, ok := UseOf(info, it, o)
		if !ok {
			u, ok = l.lost(o)
		}
		if !ok || u.Package.Name() != l.After.Name() {
			continue
		}
		all = append(all, touch{u.Named, u.On, o.Span, wholeOf(it, o), false})
		if o.Kind == analysis.OccurResourceToken && it.Block() != nil {
			has := func(name string) bool { return it.Block().Body.Attributes[name] != nil }
			on := schemadiff.Input
			if it.Kind == syntax.KindRead {
				on = schemadiff.State
			}
			all = append(all, l.leftOut(u.Named, on, o.Span, syntax.Span{End: len(it.Text)}, has)...)
		}
	}
	node.Walk(it.Root(), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if object, ok := n.(*hclsyntax.ObjectConsExpr); ok {
			all = append(all, l.inObject(object, info.ExpectedOf(object))...)
		}
		return true
	})
	lists.SortStable(all, func(a, b touch) int { return a.name.Start - b.name.Start })
	return all
}

// lost is the member that a token Named in the version before; false for other names.
func (l *Changes) lost(o analysis.Occurrence) (u Use, ok bool) {
	find, section := l.Before.FindResource, schemadiff.Resources
	switch {
	case o.Kind == analysis.OccurFunctionToken && o.SchemaFunction == nil:
		find, section = l.Before.FindFunction, schemadiff.Functions
	case o.Kind != analysis.OccurResourceToken || o.Resource != nil:
		return u, false
	}
	m := find(o.Name)
	return Use{Package: l.Before, Named: Named{section, m.Token, ""}}, m.Spelling != schema.NotFound && m.Spelling != schema.ByFallback
}

// inObject are the properties that an object leaves out, and the keys that are none. Of the types of a union nobody knows
// which one is left out of.
func (l *Changes) inObject(object *hclsyntax.ObjectConsExpr, want typesys.Type) (all []touch) {
	if !want.IsValid() {
		return nil
	}
	want = typesys.PlainShape(typesys.Strip(want))
	for _, t := range append([]typesys.Type{want}, want.Elems()...) {
		m, output, ok := schema.MemberOf(t)
		if !ok || output || m.Package.Name() != l.After.Name() {
			continue
		}
		member, declared, given := Named{schemadiff.Section(m.Kind), m.Token, ""}, schema.ObjectOf(t), map[string]bool{}
		isOpen := t != want // it may have any key
		for _, item := range object.Items {
			key, literal := analysis.LiteralKey(item.KeyExpr)
			isOpen, given[key] = isOpen || !literal, true
			if literal && declared.Property(key) == nil {
				name := syntax.SpanOf(item.KeyExpr)
				whole := syntax.Span{Start: name.Start, End: syntax.SpanOf(item.ValueExpr).End}
				all = append(all, touch{Named{member.Section, member.Token, key}, schemadiff.Input, name, whole, false})
			}
		}
		span := syntax.SpanOf(object)
		brace := syntax.Span{Start: span.Start, End: span.Start + 1}
		all = append(all, l.leftOut(member, schemadiff.Input, brace, span, func(name string) bool { return isOpen || given[name] })...)
	}
	return all
}

// leftOut are the properties of a member that are changed and not given.
func (l *Changes) leftOut(member Named, on schemadiff.Sides, at, whole syntax.Span, has func(string) bool) (all []touch) {
	for _, c := range l.within[member] {
		if c.Property != "" && c.On&on != 0 && whenLeftOut(c) && !has(c.Property) {
			all = append(all, touch{Named{member.Section, member.Token, c.Property}, on, at, whole, true})
		}
	}
	return all
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
