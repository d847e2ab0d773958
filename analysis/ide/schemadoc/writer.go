// Package schemadoc renders a resource, function or type of a package schema as readable text
// in PCL notation, and knows the place of each property in the text.
//
// The text is documentation and not a valid program. Inputs come first, required ones before
// optional ones, then outputs, methods, and the object types and enums that they use, each
// once.
//
// The package also finds the declaration of the type at a place, see [At], and shows which object
// types belong to which unions, see [Node].
//
// Invariant: the text depends on the schema alone, so the same member always has the same
// lines.
package schemadoc

import (
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes the documents of the members of a package.

const (
	// maxTypes is how many types a document describes. Some resources refer to thousands.
	maxTypes = 200
	// typeWidth is the longest type on a line, in characters.
	typeWidth = 120
)

// Document describes one member of a schema.
type Document struct {
	Text   string
	places map[place]syntax.Span
	leads  []lead
}

// place names a property of the member (no type), a property of a type, or a type (no
// property). The zero place is the member.
type place struct {
	token, property string
	output          bool
}

// lead is a line and the types it names.
type lead struct {
	line   syntax.Span
	tokens []string
}

// writer is a document under construction.
type writer struct {
	text   strings.Builder
	doc    *Document
	pkg    *schema.Package
	queued []typesys.Type // object types and enums to describe
	seen   map[string]bool
}

func newWriter(pkg *schema.Package) *writer {
	return &writer{doc: &Document{places: map[place]syntax.Span{}}, pkg: pkg, seen: map[string]bool{}}
}

func (w *writer) line(text string) { w.text.WriteString(text + "\n") }

// gap adds a blank line, except at the start.
func (w *writer) gap() {
	if w.text.Len() > 0 {
		w.line("")
	}
}

// comment writes documentation as comments.
func (w *writer) comment(indent, documentation string) {
	text := markdown.Plain(markdown.Prose(documentation).Markdown())
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		w.line(strings.TrimRight(indent+"# "+line, " \t"))
	}
}

// about writes the documentation of a member or property.
func (w *writer) about(indent, description, deprecation string) {
	w.comment(indent, description)
	if deprecation != "" {
		w.comment(indent, "Deprecated: "+deprecation)
	}
}

// open writes the first line of a block and records the place of its name.
func (w *writer) open(keyword, name string, at place) {
	begin := w.text.Len() + len(keyword) + 1
	w.line(keyword + " " + name + " {")
	w.doc.places[at] = syntax.Span{Start: begin, End: begin + len(name)}
}

// section writes properties in a block of their own.
func (w *writer) section(name string, all []*schema.Property, output bool) {
	if len(all) == 0 {
		return
	}
	w.line("  " + name + " {")
	w.properties("    ", all, place{output: output})
	w.line("  }")
}

// properties writes properties, required ones first.
func (w *writer) properties(indent string, all []*schema.Property, of place) {
	for _, required := range []bool{true, false} {
		for _, p := range all {
			if p.Required == required {
				w.property(indent, p, of)
			}
		}
	}
}

func (w *writer) property(indent string, p *schema.Property, of place) {
	w.about(indent, p.Description, p.Deprecation)
	name := typesys.QuoteName(p.Name)
	begin := w.text.Len() + len(indent)
	of.property = p.Name
	w.doc.places[of] = syntax.Span{Start: begin, End: begin + len(name)}
	text := indent + name + " = " + typesys.Short(p.Plain, typeWidth)
	if notes := notesOf(p, of.output); len(notes) > 0 {
		text += " # " + strings.Join(notes, ", ")
	}
	w.line(text)
	if tokens := w.queue(nil, p.Plain); len(tokens) > 0 {
		w.doc.leads = append(w.doc.leads, lead{syntax.Span{Start: begin, End: w.text.Len() - 1}, tokens})
	}
}

// notesOf returns short remarks about a property.
func notesOf(p *schema.Property, output bool) []string {
	var notes []string
	add := func(has bool, note string) {
		if has {
			notes = append(notes, note)
		}
	}
	add(p.Required && !output, "required")
	add(p.Secret, "secret")
	add(p.Deprecation != "", "deprecated")
	add(p.Replaces(), "a change replaces the resource")
	if p.Default != cty.NilVal {
		notes = append(notes, "default "+strings.ReplaceAll(typesys.FormatValue(p.Default), "\n", " "))
	}
	add(len(p.DefaultEnv) > 0, "default from "+strings.Join(p.DefaultEnv, ", "))
	return notes
}

// queue records the named types in a type, to describe them later, and appends their tokens to
// a list.
func (w *writer) queue(tokens []string, t typesys.Type) []string {
	switch t.Kind() {
	case typesys.KindObject:
		if o := schema.ObjectOf(t); o != nil {
			return append(tokens, w.named(o.Token, t))
		}
		for _, p := range t.Properties() {
			tokens = w.queue(tokens, p.Type)
		}
	case typesys.KindEnum:
		return append(tokens, w.named(t.Token(), t))
	case typesys.KindList, typesys.KindMap, typesys.KindSet, typesys.KindOutput, typesys.KindPromise, typesys.KindInput:
		return w.queue(tokens, t.Elem())
	case typesys.KindUnion, typesys.KindTuple:
		for _, e := range t.Elems() {
			tokens = w.queue(tokens, e)
		}
	}
	return tokens
}

func (w *writer) named(token string, t typesys.Type) string {
	if !w.seen[token] && len(w.seen) < maxTypes {
		w.seen[token] = true
		w.queued = append(w.queued, t)
	}
	return token
}

// rest describes the recorded types and those they refer to.
func (w *writer) rest() *Document {
	for len(w.queued) > 0 {
		t := w.queued[0]
		w.queued = w.queued[1:]
		if o := schema.ObjectOf(t); o != nil {
			w.object(o, place{token: o.Token})
		} else {
			w.enum(t)
		}
	}
	w.doc.Text = w.text.String()
	return w.doc
}

// object describes an object type. A reference to a resource lists its properties; the
// resource has its own document.
func (w *writer) object(o *schema.ObjectType, at place) {
	w.gap()
	w.about("", o.Description, o.Deprecation)
	if o.IsResource {
		w.comment("", "This is a resource.")
		w.open("type", o.Canonical, at)
		w.line("}")
		return
	}
	w.open("type", o.Canonical, at)
	w.properties("  ", o.Properties(), at)
	w.line("}")
}

func (w *writer) enum(t typesys.Type) {
	w.gap()
	at := place{token: t.Token()}
	declared := w.pkg.EnumType(t.Token())
	if declared == nil { // from another package: only its values are known
		w.open("enum", t.Token(), at)
		for _, v := range t.Values() {
			w.line("  " + typesys.FormatValue(v))
		}
		w.line("}")
		return
	}
	w.about("", declared.Description, declared.Deprecation)
	w.open("enum", declared.Canonical, at)
	for _, v := range declared.Values {
		w.about("  ", v.Description, v.Deprecation)
		w.line("  " + typesys.FormatValue(v.Value))
	}
	w.line("}")
}

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
