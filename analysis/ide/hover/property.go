package hover

import (
	"strings"
	"unicode"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes pages about attributes, members and keys.

// property returns the page of a property that a schema declares, or else of the name.
func (h *hoverer) property(o *analysis.Occurrence) *page {
	pg := &page{}
	switch {
	case o.Property != nil:
		h.declared(pg, o)
	case o.Doc != "":
		return documented(o.Name, o.Type, o.Doc)
	case o.Dir != "":
		h.componentInput(pg, o)
	case o.Kind == analysis.OccurMember:
		h.member(pg, o)
	case o.Kind == analysis.OccurKey:
		pg.typed("key "+typesys.QuoteName(o.Name), o.Type)
	default:
		h.unknownInput(pg, o)
	}
	return pg
}

// declared describes a property of a schema: its type here, what its author must know, its
// three shapes, and its documentation.
func (h *hoverer) declared(pg *page, o *analysis.Occurrence) {
	prop := o.Property
	t := o.Type
	if !t.IsValid() {
		t = prop.Type
	}
	head := labelled(typesys.QuoteName(prop.Name)+": ", t)
	pg.code(head)
	pg.facts(h.role(o), sensitivity(prop), replacement(h.inBody(o), prop), defaultOf(prop), plainness(h.inBody(o), prop))
	pg.deprecation(prop.Deprecation)
	write := pretty
	if strings.Contains(head, "\n") {
		write = typesys.Short // the title already shows all of it
	}
	h.values(pg, o)
	pg.documentation(prop.Description)
	pg.section = sectionShapes
	if len(namedIn(prop.Plain)) == 0 { // the members of a named type are shown in their shapes
		pg.code(aligned([]typesys.Property{
			{Name: "plain", Type: typesys.PlainShape(prop.Plain)},
			{Name: "input", Type: typesys.InputShape(prop.Plain)},
			{Name: "output", Type: typesys.OutputShape(prop.Plain)},
		}, write))
	}
	if hasUnion(prop.Plain) {
		pg.line("[How a union takes outputs](" + unionsDocument + ")")
	}
	pg.made(prop.Plain)
}

// unionsDocument explains unions in shapes.
const unionsDocument = "https://github.com/pcl-lsp/pcl-lsp/blob/main/docs/language/unions.md"

// hasUnion reports whether a type has a choice of types in it, outside of named types.
func hasUnion(t typesys.Type) bool {
	for t.Elem().IsValid() && t.Kind() != typesys.KindEnum {
		t = t.Elem()
	}
	choices := 0
	for _, member := range t.Elems() {
		if t.Kind() == typesys.KindUnion && member != typesys.None {
			choices++
			if hasUnion(member) {
				return true
			}
		}
	}
	return choices > 1
}

// role names the owner of the property.
func (h *hoverer) role(o *analysis.Occurrence) markdown.Text {
	need := markdown.Text("Optional")
	if o.Property.Required {
		need = "Required"
	}
	switch {
	case h.inBody(o):
		return need + " input of " + h.ownerOfBody()
	case o.Kind == analysis.OccurVariable:
		return "Input of " + h.ownerOfBody()
	}
	owner := h.ownerObject(o)
	if owner == nil {
		return need
	}
	if schema.ResourceOf(h.ownerType(o)) != nil {
		return "Output of " + markdown.Code(owner.Canonical)
	}
	return need + " property of " + markdown.Code(owner.Canonical)
}

// inBody reports whether the name is an attribute of a body.
func (h *hoverer) inBody(o *analysis.Occurrence) bool { return o.Kind == analysis.OccurAttribute }

func (h *hoverer) ownerOfBody() markdown.Text {
	if r := h.at.Info.Resource; r != nil {
		if h.at.Item.Kind == syntax.KindRead {
			return "the lookup of " + markdown.Code(r.Canonical)
		}
		return markdown.Code(r.Canonical)
	}
	if f := h.at.Info.Function; f != nil {
		return markdown.Code(f.Canonical)
	}
	return "this block"
}

// ownerType returns the named object type of the property.
func (h *hoverer) ownerType(o *analysis.Occurrence) typesys.Type {
	for _, t := range namedIn(typesys.PlainShape(o.Owner)) {
		if declared := schema.ObjectOf(t); declared != nil && declared.Property(o.Property.Name) == o.Property {
			return t
		}
	}
	return typesys.Type{}
}

func (h *hoverer) ownerObject(o *analysis.Occurrence) *schema.ObjectType {
	return schema.ObjectOf(h.ownerType(o))
}

func sensitivity(p *schema.Property) markdown.Text {
	if p.Secret {
		return "secret"
	}
	return ""
}

func replacement(inBody bool, p *schema.Property) markdown.Text {
	switch {
	case inBody && p.ReplaceOnChanges:
		return "a change replaces the resource"
	case inBody && p.WillReplaceOnChanges:
		return "the provider replaces the resource on a change"
	}
	return ""
}

// plainness marks inputs that accept no outputs, which their type does not show.
func plainness(inBody bool, p *schema.Property) markdown.Text {
	if inBody && p.IsPlain {
		return "accepts no outputs"
	}
	return ""
}

func defaultOf(p *schema.Property) markdown.Text {
	var said []markdown.Text
	if p.Default != cty.NilVal {
		said = append(said, "default "+markdown.Code(prose.Shortened(typesys.FormatValue(p.Default), 80)))
	}
	names := lists.Map(p.DefaultEnv, markdown.Code)
	if len(names) > 0 {
		said = append(said, "default from the environment: "+markdown.Joined(names, ", "))
	}
	return markdown.Joined(said, ", else ")
}

const maxValues = 3

// values adds the documented values of an enum.
func (h *hoverer) values(pg *page, o *analysis.Occurrence) {
	if o.Property.Const != cty.NilVal {
		pg.line("Always " + markdown.Code(prose.Shortened(typesys.FormatValue(o.Property.Const), 80)))
		return
	}
	enum := h.enumOf(o)
	if enum == nil {
		return
	}
	var lines []markdown.Text
	described := false
	for i, v := range enum.Values {
		if i == maxValues {
			lines = append(lines, markdown.Words(more(len(enum.Values)-i)))
			break
		}
		line := markdown.Code(typesys.FormatValue(v.Value))
		if tellingName(v) {
			line, described = line+" ("+markdown.Words(v.Name)+")", true
		}
		if v.Deprecation != "" {
			line += " (deprecated)"
		}
		if text := prose.Shortened(strings.Join(strings.Fields(v.Description), " "), 120); text != "" {
			line, described = line+" — "+markdown.Prose(text), true
		}
		lines = append(lines, line)
	}
	if described {
		pg.list("", lines)
	}
}

// tellingName reports whether the SDK name of a value adds information.
func tellingName(v schema.EnumValue) bool {
	name, value := lettersOf(v.Name), lettersOf(typesys.FormatValue(v.Value))
	return !strings.Contains(value, name) && !strings.Contains(name, value)
}

// lettersOf returns the letters and digits of a text in lower case.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// enumOf returns the declaration of the first enum in a property's type.
func (h *hoverer) enumOf(o *analysis.Occurrence) *schema.EnumType {
	pkg := o.Package
	if owner := h.ownerObject(o); owner != nil {
		pkg = owner.Package
	} else if r := h.at.Info.Resource; pkg == nil && r != nil {
		pkg = r.Package
	}
	if pkg == nil {
		return nil
	}
	queue := []typesys.Type{o.Property.Plain}
	for visited := 0; len(queue) > 0 && visited < 50; visited++ {
		t := queue[0]
		queue = queue[1:]
		switch {
		case t.Kind() == typesys.KindEnum:
			return pkg.EnumType(t.Token())
		case t.Elem().IsValid():
			queue = append(queue, t.Elem())
		default:
			queue = append(queue, t.Elems()...)
		}
	}
	return nil
}

// member describes a member that no schema declares.
func (h *hoverer) member(pg *page, o *analysis.Occurrence) {
	if _, problem := typesys.Traverse(o.Owner, cty.StringVal(o.Name)); o.Name != "" && problem != nil && problem.Kind == typesys.UnknownProperty {
		pg.line(markdown.Code(typesys.Short(problem.Receiver, 60)) + " has no " + markdown.Code(o.Name) + ".")
		return
	}
	if o.Name == "" {
		pg.typed("element", o.Type)
		return
	}
	pg.typed(typesys.QuoteName(o.Name), o.Type)
	if c := h.componentOutput(o); c != "" {
		pg.line(c)
	}
}

// unknownInput says why an attribute of a resource is unknown.
func (h *hoverer) unknownInput(pg *page, o *analysis.Occurrence) {
	it := h.at.Item.Item
	if r := h.at.Info.Resource; r != nil {
		pg.line(markdown.Code(r.Canonical) + " has no input " + markdown.Code(o.Name) + ".")
		return
	}
	if f := h.at.Info.Function; f != nil {
		pg.line(markdown.Code(f.Canonical) + " has no input " + markdown.Code(o.Name) + ".")
		return
	}
	if len(it.Labels) > 1 && (it.Kind == syntax.KindResource || it.Kind == syntax.KindRead) {
		pg.code(o.Name)
		pg.line(h.missing(it.Labels[1].Value))
	}
}
