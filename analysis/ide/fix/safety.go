package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file makes resources safer, and takes out of programs what ties them to one
// place.

// configured moves a text into the default of a config.
func configured(s site) []Fix {
	text := s.text(s.span)
	if len(text) < 2 || text[0] != '"' || strings.Contains(text, "${") || strings.Contains(text, "%{") {
		return nil
	}
	name := s.freeName(s.meantName())
	end := s.lineEnd()
	declared := end + "config " + name + " string {" + end + "  default = " + text + end + "}" + end
	if !strings.HasSuffix(s.item.Text, "\n") {
		declared = end + declared
	}
	after := syntax.Span{Start: len(s.item.Text), End: len(s.item.Text)}
	return []Fix{{Title: "Take it from a config `" + name + "`", Edits: []change.Edit{s.replace(s.span, name), s.replace(after, declared)}}}
}

// credential moves a text into a config that is secret, if all of it is one.
func credential(s site) []Fix {
	if text := s.text(s.span); strings.Contains(text, "${") || strings.Contains(text, "%{") {
		return nil
	}
	return literal(s.program, s.finding)
}

// closed writes the value that opens nothing.
func closed(s site) []Fix {
	switch text := s.text(s.span); {
	case text == "true":
		return s.instead("false", true)
	case text == "false":
		return s.instead("true", true)
	}
	return s.instead(`"private"`, true)
}

// protected adds the option that keeps a resource.
func protected(s site) []Fix {
	if s.item.Block == nil {
		return nil
	}

	for _, b := range s.item.Block.Body.Blocks {
		if b.Type == "options" {
			return []Fix{{Title: "Protect it", Edits: []change.Edit{s.intoBlock(b)}}}
		}
	}
	end := s.lineEnd()
	edit := s.addAttribute("options {" + end + "    protect = true" + end + "  }")
	return []Fix{{Title: "Protect it", Edits: []change.Edit{edit}}}
}

// intoBlock is an edit that begins a block of options with the option.
func (s site) intoBlock(b *hclsyntax.Block) change.Edit {
	at := b.OpenBraceRange.End.Byte
	text := s.lineEnd() + "    protect = true"
	if rest := s.text(syntax.Span{Start: at, End: b.CloseBraceRange.Start.Byte}); !strings.Contains(rest, "\n") {
		text += s.lineEnd() + "    " + strings.TrimSpace(rest) + s.lineEnd() + "  "
		return s.replace(syntax.Span{Start: at, End: b.CloseBraceRange.Start.Byte}, text)
	}
	return s.replace(syntax.Span{Start: at, End: at}, text)
}
