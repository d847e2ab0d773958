package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file fixes findings of rules: what runs and could be written better.

// emptyBlock removes a block with nothing in it. One with a comment in it stays.
func emptyBlock(s site) []Fix {
	block, ok := innermost(s, func(b *hclsyntax.Block) bool { return syntax.SpanOf(b).Start == s.span.Start })
	if !ok {
		return nil
	}
	if inside := s.text(syntax.Span{Start: block.OpenBraceRange.End.Byte, End: block.CloseBraceRange.Start.Byte}); strings.TrimSpace(inside) != "" {
		return nil
	}
	if block == s.item.Block {
		fixes := removedItem(s)
		for i := range fixes {
			fixes[i].Preferred = true
		}
		return fixes
	}
	return []Fix{{Title: "Remove the empty block", Edits: []change.Edit{s.without(s.withSpace(syntax.SpanOf(block)))}, Preferred: true}}
}

// withoutParentheses leaves what is in them.
func withoutParentheses(s site) []Fix {
	text := s.text(s.span)
	if len(text) < 2 || text[0] != '(' || text[len(text)-1] != ')' {
		return nil
	}
	return []Fix{s.preferred(strings.TrimSpace(text[1:len(text)-1]), "Remove the parentheses")}
}

// unquoted leaves what is in the quotes.
func unquoted(s site) []Fix {
	return []Fix{s.preferred(strings.Trim(s.text(s.span), `"`), "Remove the quotes")}
}

// preferred replaces the text of the finding.
func (s site) preferred(text, title string) Fix {
	return Fix{Title: title, Edits: []change.Edit{s.replace(s.span, text)}, Preferred: true}
}

// describe gives a config a description, made of its name.
func describe(s site) []Fix {
	if s.item.Block == nil || s.item.Block.Body.Attributes["description"] != nil {
		return nil
	}
	return []Fix{{Title: "Write a description", Edits: []change.Edit{s.addInputs([]string{`description = "The ` + inWords(s.item.Name) + `."`})}}}
}

// inWords is a name in camel case as prose.
func inWords(name string) string {
	var out strings.Builder
	for i, r := range name {
		switch {
		case r == '_' || r == '-':
			out.WriteByte(' ')
		case r >= 'A' && r <= 'Z' && i > 0:
			out.WriteString(" " + strings.ToLower(string(r)))
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
