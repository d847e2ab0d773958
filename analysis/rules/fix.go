package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file makes fixes from the templates of rules: it finds the places where a fix changes a block, and the objects
// that are written out in it.

const fixSteps = 10_000

// Fix is a change of the declaration. It implements [analysis.Offer].
type Fix struct {
	title string
	item  syntax.Placed
	edits []syntax.Edit // of the item, in order, as the template says it
}

// Title implements [analysis.Offer].
func (f *Fix) Title() string { return f.title }

// fix is the fix of a fail; nil if the rule has none, if it depends on something that is unknown, secret, or
// different for each instance, or if what it changes is not written out.
func (v *view) fix() *Fix {
	template := v.rule.fix
	if template == nil || v.it.Item == nil {
		return nil
	}
	before := v.touched
	v.touched = false
	root, ok := v.settings(template)
	ok = ok && !v.touched
	if v.touched = v.touched || before; !ok {
		return nil
	}
	p := placing{Block: change.Of(v.it.Item)}
	if !p.inBody(root.inner) {
		return nil
	}
	lists.SortStable(p.edits, func(a, b syntax.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	for i := range p.edits {
		if i > 0 && p.edits[i].Span.Start < p.edits[i-1].Span.End {
			return nil
		}
		if p.LineEnd == "\r\n" {
			p.edits[i].Text = strings.ReplaceAll(strings.ReplaceAll(p.edits[i].Text, "\r\n", "\n"), "\n", "\r\n")
		}
	}
	return &Fix{template.title, v.it, p.edits}
}

// setting is what a fix does with an input, or with a property inside one.
type setting struct {
	name   string
	text   string // the new source text; empty for one that is removed, and for one with inner settings
	remove bool
	inner  []*setting
}

// at is the setting that a way leads to.
func (s *setting) at(way string) *setting {
	for name := range strings.SplitSeq(way, ".") {
		i := slices.IndexFunc(s.inner, func(in *setting) bool { return in.name == name })
		if i < 0 {
			i = len(s.inner)
			s.inner = append(s.inner, &setting{name: name})
		}
		s = s.inner[i]
	}
	return s
}

// source is the text of the setting where nothing of it is written; false for one that is removed.
func (s *setting) source() (string, bool) {
	if s.remove || len(s.inner) == 0 {
		return s.name + " = " + s.text, !s.remove
	}
	parts := sources(s.inner)
	return s.name + " = { " + strings.Join(parts, ", ") + " }", len(parts) > 0
}

func sources(all []*setting) (parts []string) {
	for _, s := range all {
		if text, ok := s.source(); ok {
			parts = append(parts, text)
		}
	}
	return parts
}

// settings are what a template says about the item.
func (v *view) settings(template *fix) (root *setting, ok bool) {
	root = &setting{}
	for _, way := range template.remove {
		root.at(way).remove = true
	}
	budget := value.NewBudget(v.ctx, fixSteps)
	for i, item := range slices.Concat(template.set, template.text) {
		way, _ := tree.LiteralKey(item.KeyExpr)
		got, ok := v.public(item.ValueExpr, &budget)
		if !ok {
			return nil, false
		}
		written := strings.ReplaceAll(formatted(string(hclwrite.TokensForValue(got).Bytes())), "\n", "\n  ")
		if i >= len(template.set) {
			var err error
			if written, err = value.Written(got); err != nil || len(syntax.ParseItem("x = "+written).Errors) > 0 {
				return nil, false
			}
		}
		root.at(way).text = written
	}
	return root, true
}

// Apply returns the text of the file after the fix.
func (f *Fix) Apply(text string) string {
	base, end := f.item.Base, f.item.Base+len(f.item.Text)
	return text[:base] + change.Apply(text[base:end], f.Edits()) + text[end:]
}

// Edits implements [analysis.Offer]. A block that is formatted stays so.
func (f *Fix) Edits() []syntax.Edit {
	if before := f.item.Text; formatted(before) == before {
		after := change.Apply(before, f.edits)
		if laidOut := formatted(after); laidOut != after {
			return []syntax.Edit{change.Difference(before, laidOut)}
		}
	}
	return f.edits
}

func formatted(text string) string { return string(hclwrite.Format([]byte(text))) }

// placing collects the edits of a fix of a block.
type placing struct {
	change.Block
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
	entries := lists.Map(tree.Attributes(p.Body), func(a *hclsyntax.Attribute) entry { return entry{a.Name, syntax.SpanOf(a), a.Expr} })
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
	for i, span := range change.Members(object) {
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
		if first := entries[removed[0]].span; change.Lines(p.Text, first) == first { // it gives its place to others
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
		part, ok := change.RemoveEntry(p.Text, spans, i)
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
