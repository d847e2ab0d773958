package fix

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file repairs names and declarations.

// undefined replaces an undefined name by a similar one, or declares it.
func undefined(s site) []Fix {
	fixes := append(foreignReference(s), proposed(s)...)
	name := s.text(s.span)
	if syntax.IdentifierEnd(name, 0) != len(name) {
		return fixes
	}
	t := s.wanted()
	label, _ := printer.Label(t)
	return append(fixes,
		Fix{Title: "Declare config `" + name + "`", Edits: []change.Edit{s.declare(printer.Block("config "+name+" "+label, s.lineEnd()))}, Blank: true},
		Fix{Title: "Declare local `" + name + "`", Edits: []change.Edit{s.declare(name + " = " + printer.Placeholder(t))}, Blank: true})
}

// otherName gives a declaration an unused name: the third declaration of a becomes a3, so that
// several ones get different names. A block that its keyword names can have no other.
func otherName(s site) []Fix {
	if s.item.Kind.Declares() == language.DeclaresKeyword {
		return nil
	}
	name := strings.Trim(s.text(s.span), `"`)
	return s.instead(s.freeNameFrom(name, s.ordinals()[place{s.path, s.item.Base}]), false)
}

// ordinalsOf returns, by place, how many items up to it in the program have its name.
func ordinalsOf(p *analysis.Program) map[place]int {
	ordinals, named := map[place]int{}, map[string]int{}
	for _, f := range p.Files {
		for _, it := range f.All() {
			named[it.Name]++
			ordinals[place{f.Path, it.Base}] = named[it.Name]
		}
	}
	return ordinals
}

// otherVariable renames a loop variable and all its uses.
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
	if name == variable.Name { // the hidden object is a variable of the item
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

// withoutKey removes the key variable of a loop.
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
	f := s.rewrite(span, "", "Remove the key variable")
	f.Safe = s.code == "unused.loop-variable"
	return []Fix{f}
}

// identifier turns a name into an identifier and keeps the old name as `__logicalName`.
func identifier(s site) []Fix {
	label := strings.Trim(s.text(s.span), `"`)
	name := joinedName(strings.FieldsFunc(label, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	})...)
	if s.item.Block() == nil || s.item.Block().Body.Attributes[language.LogicalName] != nil || strings.Contains(s.text(s.span), `\`) {
		return nil
	}
	edits := append([]change.Edit{s.replace(s.span, s.freeName(name))}, s.edits(s.block().SetLogicalName(printer.Text(label)))...)
	return []Fix{{Title: "Name it `" + s.freeName(name) + "`, and keep the name as `__logicalName`", Preferred: true, Edits: edits}}
}

// stackFunctions maps members of a name `pulumi`, as in other languages, to the functions of
// PCL.
var stackFunctions = map[string]string{".stack": "stack()", ".project": "project()", ".organization": "organization()"}

func stackFunction(s site) []Fix {
	call := stackFunctions[s.text(s.span)]
	t, ok := innermost(s, func(*hclsyntax.ScopeTraversalExpr) bool { return true })
	if call == "" || !ok {
		return nil
	}
	return []Fix{s.rewrite(syntax.SpanOf(t), call, "Call `"+call+"`")}
}

// otherProvider proposes the providers of the right package.
func otherProvider(s site) []Fix {
	needed := s.finding.Subject
	var fixes []Fix
	if needed != "" {
		for _, o := range s.program.Objects() {
			it, _ := o.Item()
			if o.Kind == analysis.ObjectResource && len(it.Labels) > 1 && it.Labels[1].Value == "pulumi:providers:"+needed {
				fixes = append(fixes, s.instead(o.Name, false)...)
			}
		}
	}
	return append(fixes, s.removeAttribute()...)
}

// permanent replaces a reference to an output by what the output exports.
func permanent(s site) []Fix {
	o, named := s.program.LookupOutput(s.text(s.span)), s.program.Lookup(s.text(s.span))
	reference, found := innermost(s, func(t *hclsyntax.ScopeTraversalExpr) bool { return syntax.SpanOf(t).Start == s.span.Start })
	if o == nil || !found || named != nil && named.Kind != analysis.ObjectOutput {
		return nil
	}
	it, _ := o.Item()
	if it.Block() == nil || it.Block().Body.Attributes[language.OutputValue] == nil {
		return nil
	}
	exported, plain := it.Block().Body.Attributes[language.OutputValue].Expr.(*hclsyntax.ScopeTraversalExpr)
	if !plain || exported.Traversal.RootName() == reference.Traversal.RootName() {
		return nil
	}
	span := syntax.SpanOf(exported)
	text := it.Text[span.Start:span.End]
	return []Fix{{Title: "Refer to `" + text + "`", Edits: []change.Edit{s.replace(s.span, text)}, Preferred: true}}
}

// freeName returns the name, with a number added if it is taken.
func (s site) freeName(name string) string { return s.freeNameFrom(name, 1) }

// freeNameFrom returns the name with the first free number that is not smaller than n. The number
// 1 is not written.
func (s site) freeNameFrom(name string, n int) string {
	free := name
	for ; ; n++ {
		if n > 1 {
			free = fmt.Sprint(name, n)
		}
		if s.program.Lookup(free) == nil && s.program.LookupOutput(free) == nil {
			return free
		}
	}
}

// joinedName joins words in camel case.
func joinedName(words ...string) string {
	joined := ""
	for _, w := range words {
		w = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, w)
		if joined != "" && w != "" {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		joined += w
	}
	if joined == "" || joined[0] >= '0' && joined[0] <= '9' {
		joined = "secret" + joined
	}
	return joined
}

// meantName derives a name for the value at the finding from the item and the attributes and
// members around it.
func (s site) meantName() string {
	words := []string{s.item.Name}
	for _, n := range s.nodes {
		switch n := n.(type) {
		case *hclsyntax.Attribute:
			if s.item.Block() != nil {
				words = append(words, n.Name)
			}
		case *hclsyntax.ObjectConsExpr:
			for _, item := range n.Items {
				if key, ok := analysis.LiteralKey(item.KeyExpr); ok && syntax.SpanOf(item.ValueExpr).Touches(s.span.Start) {
					words = append(words, key)
				}
			}
		}
	}
	if s.item.Attr() != nil {
		words = append(words, "value")
	}
	return joinedName(words...)
}
