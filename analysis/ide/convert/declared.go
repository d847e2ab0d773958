package convert

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file converts the other blocks of Terraform: data, variables, outputs, locals, modules and providers.

// data becomes a local that calls a function.
func (r *reader) data(b *hclsyntax.Block, w *writer) {
	d := r.declarations["data."+b.Labels[0]+"."+b.Labels[1]]
	if d.reason != "" {
		r.fail(d.reason)
		return
	}
	inputs := r.read(b.Body)
	for _, m := range inputs {
		if isHandled(m.name) {
			r.fail("a call of a function has no `" + m.name + "`")
		}
	}
	inputs = r.members(inputs, propertiesOf(d.function.Inputs), memberOf(d.function.Token))
	w.WriteString(d.name + " = invoke(" + printer.Text(shortFunction(d.function)) + ", ")
	w.value(object(inputs))
	w.line(")")
}

// variable becomes a config.
func (r *reader) variable(b *hclsyntax.Block, w *writer) {
	d := r.declarations["var."+b.Labels[0]]
	label := literalType(b.Body.Attributes["default"])
	var body []member
	for _, m := range r.read(b.Body) {
		switch m.attributeName() {
		case "type":
			text, ok := typeText(r.source, m.value.source)
			if !ok {
				m.reason = "a type label has no counterpart for this type"
				body = append(body, m)
			} else if label = text; !syntax.IsIdentifier(text) {
				label = printer.Text(text)
			}
		case "default", "description", "nullable":
			body = append(body, r.converted(m, m.name))
		case "sensitive":
			body = append(body, r.converted(m, language.ConfigSecret))
		default:
			m.reason = "a config has no `" + m.name + "`"
			body = append(body, m)
		}
	}
	if body = slices.DeleteFunc(body, isFalse); label != "" {
		label += " "
	}
	w.line("config ", d.name, " ", label, "{")
	w.body(body)
	w.line("}")
}

// literalType returns the type label for a default that is a literal. A variable without a type has that of its default.
func literalType(a *hclsyntax.Attribute) string {
	if a == nil {
		return ""
	}
	v := tree.Literal(a.Expr)
	switch {
	case v.IsNull():
		return ""
	case v.Type() == cty.String:
		return "string"
	case v.Type() == cty.Number:
		return "number"
	}
	return "bool"
}

// isFalse reports whether an entry sets a flag to its default.
func isFalse(m member) bool {
	return m.reason == "" && m.name == language.ConfigSecret && m.value.text == "false"
}

// converted gives an entry a name and converts its value.
func (r *reader) converted(m member, name string) member {
	return r.fitted(m, typesys.Property{Name: name, Type: typesys.Dynamic})
}

// typeText returns the type of a variable as a type label. Old programs have it in quotes.
func typeText(source string, e hclsyntax.Expression) (string, bool) {
	if old, ok := tree.PlainText(e); ok {
		return old, slices.Contains([]string{"string", "number", "bool"}, old)
	}
	span := syntax.SpanOf(e)
	text := strings.Join(strings.Fields(source[span.Start:span.End]), " ")
	bare := strings.Contains(text, "#") || strings.Contains(text, "//") // a comment in the type
	switch text {
	case "list", "map", "set":
		text += "(any)"
	}
	return text, !bare && typeFits(e)
}

// typeFits reports whether a type of Terraform means the same in PCL. PCL has no defaults of attributes.
func typeFits(e hclsyntax.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.FunctionCallExpr:
		return len(e.Args) == 1 && typeFits(e.Args[0])
	case *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr:
		return !slices.ContainsFunc(tree.Parts(e), func(part hclsyntax.Expression) bool { return !typeFits(part) })
	}
	return tree.Name(e) != ""
}

func (r *reader) output(b *hclsyntax.Block, w *writer) {
	secret := false
	var body []member
	for _, m := range r.read(b.Body) {
		switch m.attributeName() {
		case language.OutputValue:
			body = append(body, r.converted(m, m.name))
		case "description":
			if text, ok := tree.PlainText(m.value.source); ok && !strings.Contains(text, "\n") {
				w.line("# ", text)
			}
		case "sensitive":
			secret, _ = tree.Bool(m.value.source)
		default:
			m.reason = "an output has no `" + m.name + "`"
			body = append(body, m)
		}
	}
	for i, m := range body {
		switch {
		case m.name != language.OutputValue:
		case m.reason != "":
			r.fail(m.reason) // without a value there is no output
		case secret:
			body[i].value.text = "secret(" + m.value.text + ")"
		}
	}
	w.line("output ", identifier(b.Labels[0]), " {")
	w.body(body)
	w.line("}")
}

func (r *reader) locals(b *hclsyntax.Block, w *writer) {
	for _, m := range r.read(b.Body) {
		d := r.declarations["local."+m.name]
		if d == nil || !m.isAttribute() {
			m.reason = "locals are no blocks"
		} else {
			m = r.converted(m, d.name)
		}
		w.body([]member{m})
	}
}

// module becomes a component if its source is a directory.
func (r *reader) module(b *hclsyntax.Block, w *writer) {
	var inputs, options []member
	source := ""
	for _, m := range r.read(b.Body) {
		switch {
		case !m.isAttribute():
			m.reason = "a component has no blocks but `options`"
			inputs = append(inputs, m)
		case m.name == "source":
			source, _ = tree.PlainText(m.value.source)
		case m.name == "count", m.name == "for_each", m.name == "depends_on":
			options = append(options, r.options(m, nil)...)
		default:
			inputs = append(inputs, r.converted(m, identifier(m.name)))
		}
	}
	if !strings.HasPrefix(source, "./") && !strings.HasPrefix(source, "../") {
		r.fail("only a module in a directory has a counterpart, which is a component")
		return
	}
	w.line("component ", r.declarations["module."+b.Labels[0]].name, " ", printer.Text(source), " {")
	r.withOptions(w, inputs, options)
	w.line("}")
}

// provider becomes a resource if it has another name than the default provider.
func (r *reader) provider(b *hclsyntax.Block, w *writer) {
	name, _ := packageOf(b.Labels[0] + "_")
	alias, ok := aliasOf(b)
	if !ok {
		r.fail("set the default provider of the package `" + name + "` in the configuration of the stack, such as `" + name + ":region`")
		return
	}
	pkg, reason := r.schemaFor(b.Labels[0] + "_")
	if pkg == nil {
		r.fail(reason)
		return
	}
	token := "pulumi:providers:" + name
	inputs := slices.DeleteFunc(r.read(b.Body), func(m member) bool { return m.name == "alias" })
	inputs = r.members(inputs, propertiesOf(pkg.Resource(token).Inputs), name)
	w.line("resource ", r.declarations[b.Labels[0]+"."+alias].name, " ", printer.Text(token), " {")
	w.body(inputs)
	w.line("}")
}

func aliasOf(b *hclsyntax.Block) (string, bool) {
	a := b.Body.Attributes["alias"]
	if a == nil {
		return "", false
	}
	return tree.PlainText(a.Expr)
}
