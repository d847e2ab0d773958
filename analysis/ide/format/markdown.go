package format

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/fences"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file formats blocks of PCL in Markdown.

// Markdown is a Markdown text with its blocks of PCL formatted, or the place of a syntax error in one.
func Markdown(text string) (now string, at int, bad bool) {
	var b strings.Builder
	for _, block := range fences.In(text) {
		if !block.IsPCL() {
			continue
		}
		file := syntax.Parse("", text[block.Start:block.End], nil)
		if within, bad := file.FirstError(); bad {
			return text, block.Start + within, true
		}
		b.WriteString(text[at:block.Start])
		at = block.End
		for line := range strings.Lines(Text(syntax.Parse("", unindented(file.Text(), block.Indent), nil))) {
			if strings.TrimSpace(line) != "" {
				b.WriteString(block.Indent)
			}
			b.WriteString(line)
		}
	}
	return b.String() + text[at:], 0, false
}

func unindented(text, indent string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimPrefix(line, indent))
	}
	return b.String()
}
