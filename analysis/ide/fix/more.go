package fix

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file repairs options, hooks and other things that are single.

// next is the number behind one that is written out.
func next(digits string) string {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return digits
	}
	return strconv.Itoa(n + 1)
}

// alias writes an old name as an alias object.
func alias(s site) []Fix {
	t, ok := innermost(s, func(t *hclsyntax.TemplateExpr) bool { return true })
	if !ok {
		return nil
	}
	text, plain := analysis.PlainText(t)
	if !plain || strings.Contains(text, ":") {
		return nil
	}
	return []Fix{s.rewrite(syntax.SpanOf(t), "{ name = "+printer.Text(text)+" }", "Write it as the old name")}
}

// elementCount is the number of elements of a range whose values are not used.
func elementCount(s site) []Fix {
	a, ok := s.attribute()
	if !ok {
		return nil
	}
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil
	}
	count := strconv.Itoa(len(list.Exprs))
	return []Fix{s.rewrite(syntax.SpanOf(a.Expr), count, "Write the number "+count)}
}

// keyed makes a map of a list of names.
func keyed(s site) []Fix {
	list, ok := innermost(s, func(l *hclsyntax.TupleConsExpr) bool { return syntax.SpanOf(l) == s.span })
	if !ok {
		return nil
	}
	var entries []string
	for _, e := range list.Exprs {
		text, plain := analysis.PlainText(e)
		if !plain {
			return nil
		}
		entries = append(entries, printer.Text(text)+" = "+s.text(syntax.SpanOf(e)))
	}
	return []Fix{s.rewrite(s.span, "{ "+strings.Join(entries, ", ")+" }", "Make a map of it (this names the instances anew)")}
}

// httpsAddress asks for an address that is fetched.
func httpsAddress(s site) []Fix {
	if at := strings.Trim(s.text(s.span), `":/`); at != "" && syntax.IdentifierEnd(at, 0) == len(at) {
		return []Fix{s.rewrite(s.span, "https", "Write `https`")}
	}
	return nil
}

// outputValue begins the value that an output lacks.
func outputValue(s site) []Fix {
	if s.item.Block == nil {
		return nil
	}
	return []Fix{{Title: "Add a `value`", Edits: []change.Edit{s.addInputs([]string{"value = null"})}, Preferred: true}}
}

// command begins the command that a hook lacks.
func command(s site) []Fix {
	if s.item.Block == nil {
		return nil
	}
	return []Fix{{Title: "Add a `command`", Edits: []change.Edit{s.addInputs([]string{`command = ["true"]`})}, Preferred: true}}
}

// plainSecret makes a secret plain where none can be.
var plainSecret = wrapped("unsecret(", ")", "Make it plain with `unsecret( )`")

// compared writes the value of the type that the other side has.
func compared(s site) []Fix { return append(s.unquoted(), quoted(s)...) }

// keyedCount counts the entries of a map.
var keyedCount = wrapped("[for k, v in ", " : k]", "Count the keys")

// pairs takes an object apart with a loop.
func pairs(s site) []Fix {
	call, ok := s.call()
	if !ok || len(call.Args) != 1 {
		return nil
	}
	text := "[for key, value in " + s.text(syntax.SpanOf(call.Args[0])) + " : { key = key, value = value }]"
	return []Fix{s.rewrite(syntax.SpanOf(call), text, "Write a `for` expression")}
}

// hookOfKind makes the hook one of the kind that its place takes.
func hookOfKind(s site) []Fix {
	fixes := removedElement(s)
	if len(s.finding.Related) == 0 {
		return fixes
	}
	o := s.program.Lookup(s.text(s.span))
	if o == nil || o.Kind != analysis.ObjectHook {
		return fixes
	}
	it, _ := o.Item()
	if len(it.Labels) == 0 {
		return fixes
	}
	kind := "error"
	if it.Labels[0].Value == "error" {
		kind = "resource"
	}
	edit := change.Edit{Path: o.Path, Span: it.Labels[0].Span.Shift(it.Base), Text: kind}
	return append(fixes, Fix{Title: "Make `" + o.Name + "` a hook of kind `" + kind + "`", Edits: []change.Edit{edit}})
}

// pathInstead is what a message about a path proposes: an index, or less of the path.
func pathInstead(s site) []Fix {
	if s.code == codes.PathKind {
		return writtenInstead(s)
	}
	return removedText(s)
}
