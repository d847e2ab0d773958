package hover

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/constraint"
)

// This file describes how the declared type of a config converts its default.

// mostNotes is how many parts of a default are described.
const mostNotes = 4

// foundElements is the declared type of a config with the type of the elements of its default, if it is a collection of `any`.
func (h *hoverer) foundElements(p *analysis.Program, it syntax.Placed, t typesys.Type, value hclsyntax.Expression) string {
	t = typesys.Strip(typesys.PlainShape(t))
	info, err := p.Check(h.ctx, it)
	if err != nil || t.Kind() == typesys.KindDynamic || t.Elem() != typesys.Dynamic {
		return ""
	}
	found := typesys.Strip(info.TypeOf(value))
	elements := slices.Clip(found.Elems())
	for _, p := range found.Properties() {
		elements = append(elements, p.Type)
	}
	label, _ := printer.Label(typesys.Tuple(elements...))
	list, elementType, _ := strings.Cut(strings.Trim(label, `"`), "(")
	if list != "list" || elementType == "any)" {
		return ""
	}
	return t.Kind().String() + "(" + elementType
}

// converted describes the parts of a default that the declared type converts. It is empty if
// the default stays as written, or is unknown before the program runs.
func (h *hoverer) converted(p *analysis.Program, it syntax.Placed, t typesys.Type) markdown.Text {
	a := it.Attribute(language.ConfigDefault)
	if a == nil || len(it.Errors) > 0 {
		return ""
	}
	v, err := eval.Of(h.ctx, p, it, a.Expr)
	if err != nil || !v.Known() {
		return ""
	}
	_, notes, problem := constraint.Convert(v.Value, typesys.PlainShape(t))
	if problem != nil {
		return "The default does not fit: " + markdown.Code(problem.Error()) + "."
	}
	var told []markdown.Text
	for _, n := range notes {
		if n.Kind != constraint.Filled && len(told) < mostNotes {
			told = append(told, markdown.Code(n.String()))
		}
	}
	if len(told) == 0 {
		return ""
	}
	return "In the default " + markdown.Joined(told, ", ") + "."
}
