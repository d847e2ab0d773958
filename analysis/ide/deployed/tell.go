package deployed

import (
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file tells what exists of the name at a place, for hovers.

// Told is what exists.
type Told struct {
	// Facts are short lines, and Lists are what has room below everything else.
	Facts []markdown.Text
	Lists []List
}

// List is a heading with rows.
type List struct {
	Heading markdown.Text
	Rows    []markdown.Text
}

// mostInstances is how many instances of a range a hover lists.
const mostInstances = 5

// mostText is how much of an id or value a hover shows, in characters.
const mostText = 120

// Tell tells what exists in some stacks of the resource whose name or property is at a place of a
// file.
func Tell(p *analysis.Program, path string, at *analysis.Place, stacks []*Stack) (told Told) {
	o := at.Occurrence
	if o == nil {
		return told
	}
	for _, s := range stacks {
		switch o.Kind {
		case analysis.OccurDeclaration, analysis.OccurVariable:
			if object := at.Object(p); object != nil && isResource(object.Kind) {
				told.existing(s, s.At(object.Path, object.Name))
			}
		case analysis.OccurAttribute:
			if at.Info.Resource != nil && at.Item.Name != "" {
				told.value(s, s.At(path, at.Item.Name), o.Name)
			}
		case analysis.OccurMember:
			if object := resourceBefore(p, at, o.Span); object != nil {
				told.value(s, s.At(object.Path, object.Name), o.Name)
			}
		}
	}
	return told
}

func isResource(k analysis.ObjectKind) bool {
	return k == analysis.ObjectResource || k == analysis.ObjectRead || k == analysis.ObjectComponent
}

// existing tells of a block: the id and outputs of one resource, or the ids of all instances.
func (t *Told) existing(s *Stack, all []Instance) {
	real := lists.Where(all, func(one Instance) bool { return one.Resource != nil })
	switch {
	case len(all) == 0:
		return
	case len(real) == 0:
		if slices.ContainsFunc(all, func(one Instance) bool { return one.Entry == nil || one.Entry.Operation != planview.Create }) {
			return // it may exist
		}
		t.Facts = append(t.Facts, "Does not exist "+s.in())
		return
	case len(all) == 1:
		t.Facts = append(t.Facts, "Exists "+s.in()+identified(real[0]))
		var rows []markdown.Text
		for _, p := range properties(real[0].Resource) {
			rows = append(rows, markdown.Code(p.name)+": "+markdown.Code(p.value))
		}
		t.Lists = append(t.Lists, List{"In the state:", rows})
		return
	}
	var rows []markdown.Text
	for _, one := range real[:min(len(real), mostInstances)] {
		rows = append(rows, markdown.Code(one.Name)+identified(one))
	}
	if len(real) > mostInstances {
		rows = append(rows, "and "+markdown.Words(strconv.Itoa(len(real)-mostInstances))+" more")
	}
	t.Lists = append(t.Lists, List{"Exist " + s.in() + ":", rows})
}

// identified is the id of a resource, with a link to its page.
func identified(one Instance) (text markdown.Text) {
	if id := one.Resource.ID; id != "" {
		text = ": id " + markdown.Code(prose.Shortened(id, mostText))
	}
	if address := Console(one.Resource); address != "" {
		text += " (" + markdown.Link("console", address) + ")"
	}
	return text
}

func (d *Stack) in() markdown.Text {
	if d.Host.Stack == "" {
		return "in the state"
	}
	return "in stack " + markdown.Code(d.Host.Stack)
}

// value tells the values that a property of a block has.
func (t *Told) value(s *Stack, all []Instance, property string) {
	var values []markdown.Text
	for _, one := range all {
		if one.Resource == nil {
			continue
		}
		text := propertyOf(one.Resource, property)
		if text == "" {
			continue
		}
		if len(values) == mostInstances {
			values = append(values, "…")
			break
		}
		values = append(values, markdown.Code(prose.Shortened(text, mostText)))
	}
	if len(values) > 0 {
		t.Facts = append(t.Facts, "Real value "+s.in()+": "+markdown.Joined(values, ", "))
	}
}

// resourceBefore is the resource of which the step of a traversal at a span is a property; nil if
// the step is another one.
func resourceBefore(p *analysis.Program, at *analysis.Place, span syntax.Span) *analysis.Object {
	for _, n := range syntax.NodeAt(at.Item.Item, at.Offset) {
		t, ok := n.(*hclsyntax.ScopeTraversalExpr)
		if !ok {
			continue
		}
		object := p.Lookup(t.Traversal.RootName())
		if object == nil || !isResource(object.Kind) {
			return nil
		}
		for _, step := range t.Traversal[1:] {
			if _, index := step.(hcl.TraverseIndex); index {
				continue // of one instance
			}
			if step.SourceRange().End.Byte == span.End {
				return object
			}
			return nil
		}
	}
	return nil
}
