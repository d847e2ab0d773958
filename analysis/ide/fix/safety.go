package fix

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file makes resources safer and moves environment-specific values into configs.

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
