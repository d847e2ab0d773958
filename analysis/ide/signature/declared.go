package signature

import (
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file describes functions and methods of schemas.

// invoked returns the function of an invoke, or nil.
func (h *helper) invoked() *schema.Function {
	token := h.call.text(0)
	t, ok := schema.ParseToken(token)
	if !ok {
		return nil
	}
	pkg := h.p.Package(t.Schema())
	if pkg == nil {
		return nil
	}
	return pkg.Function(token)
}

// method returns the method of a call and its receiver, or nil. A placeholder replaces the
// unfinished argument while the receiver is checked.
func (h *helper) method() (*schema.Resource, *schema.Function, error) {
	name := h.call.text(1)
	if name == "" || h.call.position() == 0 {
		return nil, nil, nil
	}
	place := probe.At(h.call.place.File, h.call.frame.Begin+h.call.place.Item.Base)
	pr, err := place.Probe(h.ctx, h.p, probe.Placeholder)
	if err != nil {
		return nil, nil, err
	}
	for _, n := range slices.Backward(pr.Path) {
		e, ok := n.(*hclsyntax.FunctionCallExpr)
		if !ok || language.Called(e.Name).Source != language.SourceMethod || len(e.Args) == 0 {
			continue
		}
		r := schema.ResourceOf(typesys.Strip(pr.Info.TypeOf(e.Args[0])))
		if r == nil {
			break
		}
		return r, r.Method(name), nil
	}
	return nil, nil, nil
}

// invokeLabel returns the label of an invoke.
func invokeLabel(c *call, f *schema.Function) *label {
	l := newLabel(c.builtin.Name)
	params := c.builtin.Parameters
	l.add(strconv.Quote(c.text(0)), params[0].Doc)
	if len(f.MultiArgument) > 0 {
		for _, name := range f.MultiArgument {
			if p := f.Input(name); p != nil {
				l.add(inputText(p), inputDoc(p).Markdown())
			} else {
				l.add(name, "")
			}
		}
	} else {
		l.addObject(params[1].Name+": ", f.Inputs, c.input())
	}
	l.add(params[2].String(), params[2].Doc)
	switch {
	case !f.Return.IsValid():
		l.gives("promise({})")
	case len(f.MultiArgument) > 0:
		l.gives("promise(" + resultText(f.Return) + ")")
	default:
		l.gives("output(" + resultText(f.Return) + ")")
	}
	l.describe(f)
	return l
}

// methodLabel returns the label of a method call.
func methodLabel(c *call, r *schema.Resource, f *schema.Function) *label {
	l := newLabel(c.builtin.Name)
	params := c.builtin.Parameters
	l.add(params[0].Name+": "+r.Canonical, params[0].Doc)
	l.add(strconv.Quote(c.text(1)), params[1].Doc)
	l.addObject(params[2].Name+": ", f.Inputs, c.input())
	switch {
	case !f.Return.IsValid():
		l.gives("output({})")
	case f.ReturnPlain:
		l.gives(resultText(f.Return))
	default:
		l.gives("output(" + resultText(f.Return) + ")")
	}
	l.describe(f)
	return l
}

// describe adds the documentation of a function.
func (l *label) describe(f *schema.Function) {
	l.doc.Para(markdown.Documented(f.Description, f.Deprecation))
}

// inputText returns an input with its type.
func inputText(p *schema.Property) string {
	return typesys.QuoteName(p.Name) + ": " + typesys.Short(p.Plain, typeWidth)
}

func inputDoc(p *schema.Property) markdown.Text {
	if p.Deprecation != "" {
		return "**Deprecated**: " + markdown.Paragraph(p.Deprecation)
	}
	return markdown.Paragraph(p.Description)
}

// inputsDoc lists inputs with their documentation.
func inputsDoc(inputs []*schema.Property) string {
	if len(inputs) == 0 {
		return "No inputs."
	}
	var list markdown.Page
	var rows []markdown.Text
	for _, p := range requiredFirst(inputs) {
		row := markdown.Code(inputText(p))
		if doc := inputDoc(p); doc != "" {
			row += ": " + doc
		}
		rows = append(rows, row)
	}
	list.Items(rows...)
	return list.String()
}

// requiredFirst sorts required inputs to the front.
func requiredFirst(inputs []*schema.Property) []*schema.Property {
	sorted := slices.Clone(inputs)
	lists.SortStable(sorted, func(a, b *schema.Property) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		}
		return 1
	})
	return sorted
}
