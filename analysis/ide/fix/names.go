package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file repairs names and declarations.

// undefined refers to a name that there is, or declares this one.
func undefined(s site) []Fix {
	fixes := proposed(s)
	name := s.text(s.span)
	if syntax.IdentifierEnd(name, 0) != len(name) {
		return fixes
	}
	t := s.wanted()
	label, _ := printer.Label(t)
	end := s.lineEnd()
	config := end + "config " + name + " " + label + " {" + end + "}" + end
	local := end + name + " = " + printer.Placeholder(t) + end
	for i, text := range []string{config, local} {
		if !strings.HasSuffix(s.item.Text, "\n") {
			text = end + text
		}
		title := []string{"Declare config `" + name + "`", "Declare local `" + name + "`"}[i]
		at := s.item.Base + len(s.item.Text)
		fixes = append(fixes, Fix{Title: title, Edits: []change.Edit{{Path: s.path, Span: syntax.Span{Start: at, End: at}, Text: text}}})
	}
	return fixes
}

// wanted is the type that the place of the finding asks for, if the whole expression
// there is what is missing.
func (s site) wanted() typesys.Type {
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil {
		return typesys.Dynamic
	}
	for _, n := range s.nodes {
		if t, ok := info.Expected[n]; ok && syntax.SpanOf(n) == s.span && t.IsValid() {
			return typesys.Strip(t)
		}
		if _, inText := n.(*hclsyntax.TemplateExpr); inText {
			return typesys.String
		}
	}
	return typesys.Dynamic
}

// otherName gives a declaration a name that is free.
func otherName(s site) []Fix {
	name := s.freeName(strings.Trim(s.text(s.span), `"`))
	return s.instead(name, false)
}

// otherVariable gives a loop variable another name, wherever it is used.
func otherVariable(s site) []Fix {
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil {
		return nil
	}
	var variable *analysis.Object
	for _, o := range info.Occurrences {
		if o.Object != nil && o.Span == s.span {
			variable = o.Object
		}
	}
	if variable == nil {
		return nil
	}
	name := s.freeName(variable.Name)
	if name == variable.Name { // hidden is a variable of the item
		name = s.freeName(joinedName("inner", variable.Name))
	}
	var edits []change.Edit
	for _, o := range info.Occurrences {
		if o.Object == variable {
			edits = append(edits, s.replace(o.Span, name))
		}
	}
	return []Fix{{Title: "Call it `" + name + "`", Edits: edits}}
}

// withoutKey leaves away the key variable of a loop.
func withoutKey(s site) []Fix {
	loop, ok := innermost(s, func(f *hclsyntax.ForExpr) bool { return f.KeyVar != "" })
	if !ok {
		return nil
	}
	open := s.text(syntax.SpanOf(loop))
	at := strings.Index(open, "for")
	behind := strings.Index(open, ",")
	if at < 0 || behind < at || strings.TrimSpace(open[at+3:behind]) != loop.KeyVar {
		return nil
	}
	start := syntax.SpanOf(loop).Start
	rest := open[behind+1:]
	span := syntax.Span{Start: start + at + len("for "), End: start + behind + 1 + len(rest) - len(strings.TrimLeft(rest, " \t"))}
	f := s.rewrite(span, "", "Remove the variable of the key")
	f.Safe = s.code == "unused.loop-variable"
	return []Fix{f}
}

// identifier makes an identifier of a name, and keeps the name outside of the program.
func identifier(s site) []Fix {
	label := strings.Trim(s.text(s.span), `"`)
	name := joinedName(strings.FieldsFunc(label, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	})...)
	if s.item.Block == nil || s.item.Block.Body.Attributes["__logicalName"] != nil || strings.Contains(s.text(s.span), `\`) {
		return nil
	}
	return []Fix{{Title: "Name it `" + s.freeName(name) + "`, and keep the name as `__logicalName`", Preferred: true, Edits: []change.Edit{
		s.replace(s.span, s.freeName(name)), s.addInputs([]string{"__logicalName = " + printer.Text(label)}),
	}}}
}

// stackFunctions are functions that give what others ask of a name pulumi.
var stackFunctions = map[string]string{".stack": "stack()", ".project": "project()", ".organization": "organization()"}

func stackFunction(s site) []Fix {
	call := stackFunctions[s.text(s.span)]
	t, ok := innermost(s, func(*hclsyntax.ScopeTraversalExpr) bool { return true })
	if call == "" || !ok {
		return nil
	}
	return []Fix{s.rewrite(syntax.SpanOf(t), call, "Call `"+call+"`")}
}

// otherKind declares a hook of the kind that the place needs.
func otherProvider(s site) []Fix {
	_, needed, ok := strings.Cut(s.message, "where one of ")
	needed, _, closed := strings.Cut(needed, " is needed")
	var fixes []Fix
	if ok && closed {
		for _, o := range s.program.Objects() {
			it, _ := o.Item()
			if o.Kind == analysis.ObjectResource && len(it.Labels) > 1 && it.Labels[1].Value == "pulumi:providers:"+needed {
				fixes = append(fixes, s.instead(o.Name, false)...)
			}
		}
	}
	return append(fixes, s.removeAttribute()...)
}

// defaultValue gives a config a default.
func defaultValue(s site) []Fix {
	o := s.program.Lookup(s.item.Name)
	if o == nil || s.item.Block == nil || s.item.Block.Body.Attributes["default"] != nil {
		return nil
	}
	value := printer.Placeholder(s.program.TypeOf(s.ctx, o))
	return []Fix{{Title: "Give it a default", Edits: []change.Edit{s.addInputs([]string{"default = " + value})}}}
}
