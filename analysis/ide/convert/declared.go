package convert

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
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
	var inputs []member
	before, after := "", ""
	for _, m := range r.read(b.Body) {
		switch {
		case m.name == "count" && m.isAttribute():
			r.iterators["count"] = true
			before, after = "[for "+iteratorName("count", "index")+" in range("+r.text(m.value.source)+") : ", "]"
		case m.name == "for_each" && m.isAttribute():
			r.iterators["each"] = true
			key := iteratorName("each", "key")
			before, after = "{ for "+key+", "+iteratorName("each", "value")+" in "+r.rangeOf(m.value.source)+" : "+key+" => ", " }"
		case isHandled(m.name):
			r.fail("a call of a function has no `" + m.name + "`")
		default:
			inputs = append(inputs, m)
		}
	}
	inputs = r.members(inputs, propertiesOf(d.function.Inputs), memberOf(d.function.Token))
	w.WriteString(d.name + " = " + before + "invoke(" + printer.Text(shortFunction(d.function)) + ", ")
	w.value(object(inputs))
	w.line(")", after)
}

// variable becomes a config.
func (r *reader) variable(b *hclsyntax.Block, w *writer) {
	d := r.declarations["var."+b.Labels[0]]
	label := literalType(b.Body.Attributes["default"])
	var body []member
	for _, m := range r.read(b.Body) {
		switch m.attributeName() {
		case "type":
			text, whole := typeText(m.value.source)
			if text != "" {
				label = text
			}
			if !whole {
				m.reason = "a type label has no counterpart for all of this type"
				body = append(body, m)
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
	w.configBlock(d.name, label, slices.DeleteFunc(body, isFalse))
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

// typeText returns the type of a variable as a type label, and whether all of it has a counterpart: PCL has no defaults of members. Old programs have
// the type in quotes.
func typeText(e hclsyntax.Expression) (label string, whole bool) {
	if old, ok := tree.PlainText(e); ok {
		return old, slices.Contains([]string{"string", "number", "bool"}, old)
	}
	switch e := e.(type) {
	case *hclsyntax.FunctionCallExpr:
		if len(e.Args) == 0 {
			return "", false
		}
		of, whole := typeText(e.Args[0])
		if of == "" {
			return "", false
		}
		return strings.Replace(e.Name, "set", "list", 1) + "(" + of + ")", whole && len(e.Args) == 1 // PCL has no loops over sets
	case *hclsyntax.ObjectConsExpr:
		members, whole := make([]string, len(e.Items)), true
		for i, item := range e.Items {
			name, literal := tree.LiteralKey(item.KeyExpr)
			of, all := typeText(item.ValueExpr)
			if !literal || of == "" {
				return "", false
			}
			members[i], whole = printer.Key(name)+" = "+of, whole && all
		}
		return "{ " + strings.Join(members, ", ") + " }", whole
	case *hclsyntax.TupleConsExpr:
		members, whole := make([]string, len(e.Exprs)), true
		for i, member := range e.Exprs {
			of, all := typeText(member)
			if of == "" {
				return "", false
			}
			members[i], whole = of, whole && all
		}
		return "[" + strings.Join(members, ", ") + "]", whole
	}
	switch name := tree.Name(e); name {
	case "list", "map", "set":
		return name + "(any)", true
	default:
		return name, name != ""
	}
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
			d.typ = r.typeOf(m.value.source)
			m = r.converted(m, d.name)
			r.drop(d, m.reason)
		}
		w.body([]member{m})
	}
}

// module becomes a component if its source is a directory.
func (r *reader) module(b *hclsyntax.Block, w *writer) {
	var inputs, options []member
	source := ""
	r.inside = r.declarations["module."+b.Labels[0]]
	for _, m := range r.read(b.Body) {
		switch {
		case !m.isAttribute():
			m.reason = "a component has no blocks but `options`"
			inputs = append(inputs, m)
		case m.name == "source":
			source, _ = tree.PlainText(m.value.source)
		case m.name == "count", m.name == "for_each":
			m.reason = "a component is always exactly one; declare one for each element"
			inputs = append(inputs, m)
		case m.name == "depends_on":
			options = append(options, r.options(m, nil)...)
		default:
			inputs = append(inputs, r.converted(m, identifier(m.name)))
		}
	}
	if !strings.HasPrefix(source, "./") && !strings.HasPrefix(source, "../") {
		r.fail("only a module in a directory has a counterpart, which is a component")
		return
	}
	w.line("component ", r.inside.name, " ", printer.Text(source), " {")
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
