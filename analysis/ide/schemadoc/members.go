package schemadoc

import (
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file renders the members of a package.

// Kind is the kind of a member.
type Kind = schema.MemberKind

// The kinds of members, as they appear in the names of documents.
const (
	Resource = schema.ResourceMember
	Function = schema.FunctionMember
	Type     = schema.TypeMember
)

// Member is a member of a package schema.
type Member schema.Member

// Document returns the document of a member, or nil if the package has no such member.
func (m Member) Document() *Document {
	if m.Package == nil {
		return nil
	}
	w := newWriter(m.Package)
	switch m.Kind {
	case Resource:
		r := m.Package.Resource(m.Token)
		if r == nil {
			return nil
		}
		w.resource(r)
	case Function:
		f := m.Package.Function(m.Token)
		if f == nil {
			return nil
		}
		w.function(f)
	case Type:
		if o := m.Package.ObjectType(m.Token); o != nil {
			w.seen[o.Token] = true
			w.object(o, place{})
		} else if e := m.Package.EnumType(m.Token); e != nil {
			w.enum(e.Type())
			w.doc.places[place{}] = w.doc.places[place{token: e.Type().Token()}]
		} else {
			return nil
		}
	default:
		return nil
	}
	return w.rest()
}

func (w *writer) resource(r *schema.Resource) {
	w.about("", r.Description, r.Deprecation)
	w.open("resource", r.Canonical, place{})
	w.section("inputs", r.Inputs, false)
	w.section("outputs", r.Variable().Properties(), true)
	if methods := slices.Sorted(maps.Keys(r.Methods)); len(methods) > 0 {
		w.line("  # Methods: " + strings.Join(methods, ", "))
	}
	w.line("}")
}

func (w *writer) function(f *schema.Function) {
	w.about("", f.Description, f.Deprecation)
	w.open("function", f.Canonical, place{})
	w.section("inputs", f.Inputs, false)
	if len(f.Outputs) > 0 {
		w.section("outputs", f.Outputs, true)
	} else if f.Return.IsValid() {
		w.section("outputs", []*schema.Property{{Name: "result", Plain: f.Return}}, true)
	}
	w.line("}")
}

// Head returns the place of the member's name.
func (d *Document) Head() syntax.Span { return d.places[place{}] }

// Property returns the place of a property, or the head if there is none. If an input and an
// output have the same name, output selects one.
func (d *Document) Property(name string, output bool) syntax.Span {
	for _, o := range []bool{output, !output} {
		if span, ok := d.places[place{property: name, output: o}]; ok {
			return span
		}
	}
	return d.Head()
}

// TypesAt returns the places of the types named in the line of an offset.
func (d *Document) TypesAt(offset int) []syntax.Span {
	var all []syntax.Span
	for _, l := range d.leads {
		if !l.line.Touches(offset) {
			continue
		}
		for _, token := range l.tokens {
			if span, ok := d.places[place{token: token}]; ok {
				all = append(all, span)
			}
		}
	}
	return all
}
