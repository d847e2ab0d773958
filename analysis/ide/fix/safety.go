package fix

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file makes resources safer and moves environment-specific values into configs.

// configured moves a string into the default of a config, which a file of inputs cannot have.
func configured(s site) []Fix {
	text := s.text(s.span)
	if s.item.Inputs != nil || len(text) < 2 || text[0] != '"' || strings.Contains(text, "${") || strings.Contains(text, "%{") {
		return nil
	}
	name := s.freeName(s.meantName())
	end := s.lineEnd()
	declared := end + "config " + name + " string {" + end + "  " + language.ConfigDefault + " = " + text + end + "}" + end
	if !strings.HasSuffix(s.item.Text, "\n") {
		declared = end + declared
	}
	after := syntax.Span{Start: len(s.item.Text), End: len(s.item.Text)}
	return []Fix{{Title: "Take it from a config `" + name + "`", Edits: []change.Edit{s.replace(s.span, name), s.replace(after, declared)}}}
}

// credential moves a string into a secret config, unless it contains interpolations.
func credential(s site) []Fix {
	if text := s.text(s.span); strings.Contains(text, "${") || strings.Contains(text, "%{") {
		return nil
	}
	return literal(s.program, s.finding)
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
