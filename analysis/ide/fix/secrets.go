package fix

import (
	"context"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file fixes findings about secrets, makes resources safer, and moves environment-specific values into configs.

// configLooking marks a config as secret. The config may be in another file than the finding.
func configLooking(_ context.Context, p *analysis.Program, d analysis.Diagnostic) []Fix {
	o := p.Lookup(d.Subject)
	if o == nil || o.Kind != analysis.ObjectConfig {
		return nil
	}
	it, _ := o.Item()
	file, ok := p.File(o.Path)
	if !ok || it.Block() == nil {
		return nil
	}
	s := site{program: p, path: o.Path, file: file, item: it}
	return []Fix{{Title: "Give config `" + o.Name + "` `secret = true`", Edits: s.edits(s.block().AddLast(language.ConfigSecret + " = true")), Preferred: true}}
}

// literal moves a literal into a secret config. The literal itself is dropped if it is the
// default of a secret config.
func literal(s site) []Fix {
	if s.item.Kind == syntax.KindConfig {
		a := s.item.Block().Body.Attributes[language.ConfigDefault]
		if a == nil {
			return nil
		}
		return []Fix{{Title: "Remove the default and set the value in the stack configuration", Edits: []change.Edit{s.without(syntax.SpanOf(a))}, Preferred: true}}
	}
	if s.item.Inputs != nil { // it has no configs
		return nil
	}
	value := s.span
	call, isCall := innermost(s, func(c *hclsyntax.FunctionCallExpr) bool {
		return language.Called(c.Name).Flow == language.FlowSecret && len(c.Args) == 1 && syntax.SpanOf(c.Args[0]) == s.span
	})
	if isCall {
		value = syntax.SpanOf(call)
	}
	kind := "string"
	switch text := strings.TrimLeft(s.text(s.span), "("); {
	case strings.HasPrefix(text, "<<"): // the line after a heredoc is part of its end
		return nil
	case strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{"):
		kind = "any"
	case !strings.HasPrefix(text, `"`):
		kind = "number"
	}
	name := s.freeName(s.meantName())
	return []Fix{{
		Title: "Take it from a config `" + name + "` with `secret = true`",
		Edits: []change.Edit{s.replace(value, name), s.declare(secretConfig(name, kind, s.lineEnd()))},
	}}
}

// literalInput is like literal, and turns a local that holds the text into a config.
func literalInput(s site) []Fix {
	o := s.program.Lookup(s.text(s.span))
	if o == nil {
		return literal(s)
	}
	it, _ := o.Item()
	file, known := s.program.File(o.Path)
	if it.Attr() == nil || !known || o.Kind != analysis.ObjectLocal {
		return nil
	}
	local := site{program: s.program, path: o.Path, file: file, item: it}
	whole := syntax.Span{Start: it.NameSpan.Start, End: syntax.SpanOf(it.Attr().Expr).End}
	if strings.Contains(local.text(whole), "<<") {
		return nil
	}
	return []Fix{{
		Title: "Make `" + o.Name + "` a config with `secret = true`",
		Edits: []change.Edit{local.replace(whole, secretConfig(it.Name, "string", local.lineEnd()))},
	}}
}

// uncalled replaces a call by its argument.
func (s site) uncalled(title string) []Fix {
	call, ok := innermost(s, func(c *hclsyntax.FunctionCallExpr) bool {
		return len(c.Args) == 1 && c.NameRange.Start.Byte == s.span.Start
	})
	if !ok {
		return nil
	}
	return []Fix{{Title: title, Edits: []change.Edit{s.replace(syntax.SpanOf(call), s.text(syntax.SpanOf(call.Args[0])))}}}
}

func redundantCall(s site) []Fix {
	fixes := s.uncalled("Remove the call of `" + s.text(s.span) + "`")
	for i := range fixes {
		fixes[i].Preferred = true
	}
	return fixes
}

// unsecret removes the call, or adds a comment that gives the reason.
func unsecret(s site) []Fix {
	fixes := s.uncalled("Remove `unsecret` and keep it secret")
	a, ok := innermost(s, func(*hclsyntax.Attribute) bool { return true })
	if !ok {
		return fixes
	}
	line := s.line(s.span.Start)
	if a.NameRange.Start.Byte < line.Start { // the line may start inside a string
		return fixes
	}
	indent := s.text(syntax.Span{Start: line.Start, End: a.NameRange.Start.Byte})
	if strings.TrimSpace(indent) != "" {
		return fixes
	}
	comment := s.replace(syntax.Span{Start: line.Start, End: line.Start}, indent+"# Everybody may read this, because …"+s.lineEnd())
	return append(fixes, Fix{Title: "Add a comment that explains why this may be public", Edits: []change.Edit{comment}})
}

// secretOutput wraps the value of an output in `secret( )`.
func secretOutput(s site) []Fix {
	a := s.item.Block().Body.Attributes[language.OutputValue]
	if a == nil {
		return nil
	}
	value := s.text(syntax.SpanOf(a.Expr))
	if strings.Contains(value, "<<") {
		return nil
	}
	return []Fix{{Title: "Wrap in `secret( )`", Edits: []change.Edit{s.replace(syntax.SpanOf(a.Expr), "secret("+value+")")}}}
}

// configured moves a string into the default of a config, which a file of inputs cannot have.
func configured(s site) []Fix {
	text := s.text(s.span)
	if s.item.Inputs != nil || len(text) < 2 || text[0] != '"' || strings.Contains(text, "${") || strings.Contains(text, "%{") {
		return nil
	}
	name := s.freeName(s.meantName())
	config := s.declare(printer.Block("config "+name+" string", s.lineEnd(), language.ConfigDefault+" = "+text))
	return []Fix{{Title: "Take it from a config `" + name + "`", Edits: []change.Edit{s.replace(s.span, name), config}}}
}

// credential moves a string into a secret config, unless it contains interpolations.
func credential(s site) []Fix {
	if text := s.text(s.span); strings.Contains(text, "${") || strings.Contains(text, "%{") {
		return nil
	}
	return literal(s)
}

// closed replaces a value by the one that grants no access.
func closed(s site) []Fix {
	switch text := s.text(s.span); {
	case text == "true":
		return s.instead("false", true)
	case text == "false":
		return s.instead("true", true)
	}
	return s.instead(`"private"`, true)
}
