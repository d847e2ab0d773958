package schemadoc

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes documents.

// maxTypes is how many types a document describes beside its subject. Some resources
// lead to thousands.
const maxTypes = 200

// typeWidth is how long a type may be before it takes several lines.
const typeWidth = 100

// Document is what a schema says of one of its members.
type Document struct {
	Text string
	// Head is where the name of the subject stands.
	Head syntax.Span
	// places are where properties and types stand.
	places map[place]syntax.Span
}

// place names a property of the subject (no type), of a type, or a type itself (no
// property). Outputs has the properties that are outputs only, or inputs as well.
type place struct {
	token, property string
	outputs         bool
}

// writer is a document that is being written.
type writer struct {
	text   strings.Builder
	doc    *Document
	queued []typesys.Type // object types and enums to describe
	seen   map[string]bool
}

func newWriter() *writer {
	return &writer{doc: &Document{places: map[place]syntax.Span{}}, seen: map[string]bool{}}
}

func (w *writer) line(indent, text string) {
	if text != "" {
		w.text.WriteString(indent + text)
	}
	w.text.WriteString("\n")
}

// comment writes prose as comments, as it is but for blank space.
func (w *writer) comment(indent, prose string) {
	prose = strings.TrimSpace(strings.ReplaceAll(prose, "\r\n", "\n"))
	if prose == "" {
		return
	}
	for line := range strings.SplitSeq(prose, "\n") {
		w.line(indent, strings.TrimRight("# "+line, " \t"))
	}
}

func (w *writer) deprecation(indent, text string) {
	if text != "" {
		w.comment(indent, "Deprecated: "+text)
	}
}

// head writes the first line of a block and remembers where its name is.
func (w *writer) head(keyword, name string, at place) {
	begin := w.text.Len() + len(keyword) + 1
	w.line("", keyword+" "+name+" {")
	w.doc.places[at] = syntax.Span{Start: begin, End: begin + len(name)}
}

// properties writes properties of the subject or of a type, those that must be given
// first.
func (w *writer) properties(indent string, all []*schema.Property, of place, typeOf func(*schema.Property) typesys.Type) {
	first := true
	for _, required := range []bool{true, false} {
		for _, p := range all {
			if p.Required != required {
				continue
			}
			if !first && p.Description != "" {
				w.line("", "")
			}
			first = false
			w.property(indent, p, of, typeOf(p))
		}
	}
}

func (w *writer) property(indent string, p *schema.Property, of place, t typesys.Type) {
	w.comment(indent, p.Description)
	w.deprecation(indent, p.Deprecation)
	name := typesys.QuoteName(p.Name)
	begin := w.text.Len() + len(indent)
	of.property = p.Name
	w.doc.places[of] = syntax.Span{Start: begin, End: begin + len(name)}
	text := indent + name + " = " + typesys.Pretty(t, typesys.Layout{Width: typeWidth, Indent: len(indent)})
	if notes := notesOf(p); len(notes) > 0 {
		text += " # " + strings.Join(notes, ", ")
	}
	w.line("", text)
	w.queue(t)
}

// notesOf are what a schema says of a property in a word.
func notesOf(p *schema.Property) []string {
	var notes []string
	add := func(has bool, note string) {
		if has {
			notes = append(notes, note)
		}
	}
	add(p.Required, "required")
	add(p.Secret, "secret")
	add(p.Deprecation != "", "deprecated")
	add(p.Replaces(), "a change replaces the resource")
	add(!p.Default.IsNull(), "default "+constant(p))
	add(len(p.DefaultEnv) > 0, "default from "+strings.Join(p.DefaultEnv, ", "))
	return notes
}

func constant(p *schema.Property) string {
	if p.Default.IsNull() {
		return ""
	}
	return typesys.FormatValue(p.Default)
}

// queue remembers the named types inside a type, to describe them later.
func (w *writer) queue(t typesys.Type) {
	switch t.Kind() {
	case typesys.KindObject:
		if o := schema.ObjectOf(t); o != nil {
			w.queueNamed(o.Token, t)
			return
		}
		for _, p := range t.Properties() {
			w.queue(p.Type)
		}
	case typesys.KindEnum:
		w.queueNamed(t.Token(), t)
	case typesys.KindList, typesys.KindMap, typesys.KindSet, typesys.KindOutput, typesys.KindPromise, typesys.KindInput:
		w.queue(t.Elem())
	case typesys.KindUnion, typesys.KindTuple:
		for _, e := range t.Elems() {
			w.queue(e)
		}
	}
}

func (w *writer) queueNamed(token string, t typesys.Type) {
	if !w.seen[token] && len(w.seen) < maxTypes {
		w.seen[token] = true
		w.queued = append(w.queued, t)
	}
}
