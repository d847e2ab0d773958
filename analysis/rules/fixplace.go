package rules

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the places where a fix changes a block, and the objects that are written out in it.

// placing collects the edits of a fix of a block.
type placing struct {
	edit.Block
	edits []syntax.Edit
}

// entry is an attribute of a block, or a property of an object.
type entry struct {
	name  string
	span  syntax.Span
	value hclsyntax.Expression
}

// inBody changes the inputs of the block; false if that cannot be done.
func (p *placing) inBody(all []*setting) bool {
	var entries []entry
	for _, a := range tree.Attributes(p.Body) {
		entries = append(entries, entry{a.Name, syntax.SpanOf(a), a.Expr})
	}
	added, removed, ok := p.changes(entries, all)
	if !ok {
		return false
	}
	if p.IsOneLine() && len(added) > 0 && len(removed) > 0 { // the only input gives its place to another
		p.replace(entries[removed[0]].span, added[0])
		added, removed = added[1:], nil
	}
	p.edits = append(p.edits, p.AddAttributes(added...)...)
	return p.remove(entries, removed)
}

// inObject changes an object that is written out; false if that cannot be done.
func (p *placing) inObject(object *hclsyntax.ObjectConsExpr, all []*setting) bool {
	var entries []entry
	for i, span := range edit.Members(object) {
		name, literal := tree.LiteralKey(object.Items[i].KeyExpr)
		if !literal {
			return false
		}
		entries = append(entries, entry{name, span, object.Items[i].ValueExpr})
	}
	added, removed, ok := p.changes(entries, all)
	switch {
	case !ok:
		return false
	case len(added) == 0:
		return p.remove(entries, removed)
	case len(removed) > 0:
		if first := entries[removed[0]].span; edit.Lines(p.Text, first) == first { // it gives its place to others
			p.replace(first, strings.Join(added, ", "))
			return p.remove(entries, removed[1:])
		}
	}
	p.edits = append(p.edits, p.AddMembers(object, added...))
	return p.remove(entries, removed)
}

// changes changes the entries that are written, and returns the text of those to add, and which are to be removed.
func (p *placing) changes(entries []entry, all []*setting) (added []string, removed []int, ok bool) {
	for _, s := range all {
		written := false
		for i, e := range entries {
			if e.name != s.name {
				continue
			}
			written = true
			if s.remove {
				removed = append(removed, i)
			} else if !p.change(e.value, s) {
				return nil, nil, false
			}
		}
		if !written {
			added = append(added, sources([]*setting{s})...)
		}
	}
	return added, removed, true
}

// change changes a value, or what is inside it.
func (p *placing) change(e hclsyntax.Expression, s *setting) bool {
	if len(s.inner) == 0 {
		p.replace(syntax.SpanOf(e), s.text)
		return true
	}
	object, written := e.(*hclsyntax.ObjectConsExpr)
	return written && p.inObject(object, s.inner)
}

// remove removes entries; false if a comment about another entry would go with one.
func (p *placing) remove(entries []entry, removed []int) bool {
	spans := lists.Map(entries, func(e entry) syntax.Span { return e.span })
	for _, i := range removed {
		part, ok := edit.RemoveEntry(p.Text, spans, i)
		if !ok {
			return false
		}
		p.replace(part, "")
	}
	return true
}

func (p *placing) replace(span syntax.Span, text string) {
	p.edits = append(p.edits, syntax.Edit{Span: span, Text: text})
}
