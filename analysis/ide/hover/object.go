package hover

import (
	"path"
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
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes pages about declarations and variables: how the declared type of a config converts its default,
// and what the stacks of a project set it to.

// variable returns the page of a declared or used name.
func (h *hoverer) variable(o *analysis.Occurrence) *page {
	pg := &page{}
	object := h.at.Object(h.p)
	switch {
	case object == nil:
		if o.Name != "" {
			pg.line(markdown.Code(o.Name) + " is not declared.")
		}
		return pg
	case object.Kind == analysis.ObjectProperty && o.Property != nil:
		h.declared(pg, o)
		return pg
	}
	it, declared := object.Item()
	if !declared {
		pg.typed(title(object), object.Type)
		pg.line(variableDocs[object.Kind])
		return pg
	}
	h.declaration(pg, object, it)
	return pg
}

var variableDocs = map[analysis.ObjectKind]markdown.Text{
	analysis.ObjectRange:        "The current element of the `range` option.",
	analysis.ObjectArgs:         "The operation that the hook runs for.",
	analysis.ObjectRecoverError: "The message of the error that `recover` handles.",
}

func title(o *analysis.Object) string {
	switch o.Kind {
	case analysis.ObjectRange, analysis.ObjectArgs, analysis.ObjectRecoverError:
		return o.Name
	}
	return o.Kind.String() + " " + typesys.QuoteName(o.Name)
}

func (h *hoverer) declaration(pg *page, o *analysis.Object, it syntax.Placed) {
	t := h.p.TypeOf(h.ctx, o)
	switch o.Kind {
	case analysis.ObjectResource, analysis.ObjectRead:
		pg.code(labelled(title(o)+": ", t))
		h.resource(pg, it)
	case analysis.ObjectConfig:
		pg.typed(title(o), t)
		h.config(pg, h.p, o, it, t)
		value := h.configValue(o, it)
		pg.line(value)
		pg.list("", h.inStacks(it, value != ""))
	case analysis.ObjectLocal:
		pg.typed(title(o), t)
		h.local(pg, o, t, it)
	case analysis.ObjectOutput:
		h.output(pg, o, it, t)
	case analysis.ObjectComponent:
		pg.typed(title(o), t)
		h.component(pg, it)
	case analysis.ObjectHook:
		pg.code("hook " + it.Labels[0].Value + " " + typesys.QuoteName(o.Name))
		if command := it.Attribute("command"); command != nil {
			pg.line("Runs " + markdown.Code(prose.Shortened(eval.Source(it.Item, command.Expr), 100)))
		}
	default:
		pg.code(title(o))
	}
	pg.facts(logical(o, it))
	pg.comment(analysis.CommentAbove(it))
}

// resource describes the type of a resource.
func (h *hoverer) resource(pg *page, it syntax.Placed) {
	if len(it.Labels) < 2 {
		return
	}
	token := it.Labels[1].Value
	r := h.schemaResource(token)
	if r == nil {
		pg.line(h.missing(token))
		return
	}
	pg.facts(packageFact(r.Package), countFact(it))
	pg.line(h.urnFact(it))
	pg.deprecation(r.Deprecation)
	pg.successor(analysis.SuccessorOf(r))
	pg.documentation(r.Description)
}

// countFact says how many instances a name has.
func countFact(it syntax.Placed) markdown.Text {
	if a := analysis.RangeAttribute(it.Item); a != nil {
		return "one for each of " + markdown.Code(prose.Shortened(eval.Source(it.Item, a.Expr), 60))
	}
	return ""
}

// config describes a config, which may belong to another program.
func (h *hoverer) config(pg *page, p *analysis.Program, o *analysis.Object, it syntax.Placed, t typesys.Type) {
	facts := []markdown.Text{"Optional"}
	if o.Required() {
		facts[0] = "Required"
	}
	for _, flag := range []string{language.ConfigSecret, language.ConfigNullable} {
		if a := it.Attribute(flag); a != nil && eval.Source(it.Item, a.Expr) == "true" {
			facts = append(facts, markdown.Text(flag))
		}
	}
	secret := analysis.TaintOf(h.ctx, p, o).Secret()
	if a := it.Attribute(language.ConfigDefault); a != nil && secret {
		facts = append(facts, "default "+markdown.Code("(secret)"))
	} else if a != nil {
		facts = append(facts, "default "+markdown.Code(prose.Shortened(eval.Source(it.Item, a.Expr), 80)))
		if found := h.foundElements(p, it, t, a.Expr); found != "" {
			facts = append(facts, "found "+markdown.Code(found))
		}
	}
	pg.facts(facts...)
	if !secret {
		pg.line(h.converted(p, it, t))
	}
	if a := it.Attribute(language.ConfigDescription); a != nil {
		if text, ok := analysis.PlainText(a.Expr); ok {
			pg.comment(text)
		}
	}
}

// local shows the value of a local, as written and as computed, unless its type already shows
// it.
func (h *hoverer) local(pg *page, o *analysis.Object, t typesys.Type, it syntax.Placed) {
	if it.Attr() == nil {
		return
	}
	known, whole := h.declaredValue(o)
	defer func() { pg.line(known) }()
	value := eval.Source(it.Item, it.Attr().Expr)
	if !whole && !strings.Contains(value, "\n") && len(value) <= 100 && value != t.String() {
		pg.line("Value: " + markdown.Code(value))
	}
}

func (h *hoverer) output(pg *page, o *analysis.Object, it syntax.Placed, declared typesys.Type) {
	t, err := h.p.OutputValue(h.ctx, o)
	if err != nil {
		return
	}
	pg.typed(title(o), t)
	known, _ := h.declaredValue(o)
	pg.line(known)
	if len(it.Labels) > 1 && declared != t {
		pg.line("Declared as " + markdown.Code(typesys.Short(declared, 100)))
	}
}

// logical returns the logical name if it differs from the name.
func logical(o *analysis.Object, it syntax.Placed) markdown.Text {
	if name := analysis.LogicalName(it.Item); name != o.Name && name != "" && o.Kind != analysis.ObjectPulumi {
		return "Logical name " + markdown.Code(prose.Shortened(name, 80))
	}
	return ""
}

// schemaResource returns the resource of a token in this program, or nil.
func (h *hoverer) schemaResource(token string) *schema.Resource {
	t, ok := schema.ParseToken(token)
	if !ok {
		return nil
	}
	if pkg := h.p.Package(t.Schema()); pkg != nil {
		return pkg.Resource(token)
	}
	return nil
}

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

// longestSetting is how many characters of a value are shown.
const longestSetting = 60

// inStacks returns a line for each stack that sets a config, and for the project file if it does; without the selected stack if its value is told already. A
// secret is never shown, even where it is not encrypted.
func (h *hoverer) inStacks(it syntax.Placed, told bool) (lines []markdown.Text) {
	isSecret := false
	if a := it.Attribute(language.ConfigSecret); a != nil {
		isSecret = eval.Source(it.Item, a.Expr) == "true"
	}
	for _, s := range h.runs.Stacks(h.p.Dir) {
		value, set := s.Values[analysis.LogicalName(it.Item)]
		if !set || told && s.Path == h.p.Stack().File() {
			continue
		}
		where := "In stack " + markdown.Code(s.Name)
		if s.Name == "" {
			where = "In " + markdown.Code(path.Base(s.Path))
		}
		switch {
		case value.Secure && !value.Plain:
			lines = append(lines, where+": encrypted")
		case value.Secure, isSecret:
			lines = append(lines, where+": not encrypted")
		default:
			lines = append(lines, where+": "+markdown.Code(prose.Shortened(value.Text, longestSetting)))
		}
	}
	return lines
}
