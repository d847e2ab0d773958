package refactor

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file edits blocks, and adds declarations to files.

func (s place) block() edit.Block { return edit.Of(s.item.Item) }

func (s place) option(name string) *hclsyntax.Attribute { return s.block().Option(name) }

// edits makes edits of the item edits of its file.
func (s place) edits(all []syntax.Edit) []change.Edit { return change.In(s.path, s.item, all) }

func (s place) withoutAttribute(a *hclsyntax.Attribute) change.Edit {
	return s.replace(s.block().Removal(a), "")
}

// withLogicalName gives a block a registered name, with an empty line below a new one.
func (s place) withLogicalName(name string) []change.Edit {
	block, text := s.block(), printer.Text(name)
	if block.Body.Attributes[language.LogicalName] == nil && !block.IsOneLine() {
		text += block.LineEnd
	}
	return s.edits(block.SetLogicalName(text))
}

// withOption adds an option to a block, which is given as text.
func withOption(text, option string) string {
	it := syntax.ParseItem(text + "\n")
	return strings.TrimRight(edit.Apply(it.Text, edit.Of(it).AddOption(option)), "\n")
}

// appended adds declarations at the end of a file.
func appended(file *syntax.File, text string) change.Edit {
	old := file.Text()
	at := syntax.Span{Start: len(strings.TrimRight(old, " \t\r\n")), End: len(old)}
	if at.Start > 0 {
		end := printer.LineEnd(old)
		text = end + end + text
	}
	return change.Edit{Path: file.Path, Span: at, Text: text}
}
