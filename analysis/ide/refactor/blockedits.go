package refactor

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file adds attributes and options to blocks of any layout.

// withAttributes adds lines at the end of the attributes of a block.
func (s place) withAttributes(lines []string) []change.Edit {
	if len(lines) == 0 {
		return nil
	}
	block, end := s.item.Block(), s.lineEnd()
	text := "  " + strings.Join(lines, end+"  ") + end
	open, closed := block.OpenBraceRange.End.Byte, block.CloseBraceRange.Start.Byte
	body := s.item.Text[open:closed]
	if content := strings.TrimSpace(body); !strings.Contains(body, "\n") { // all on one line
		if content != "" {
			content = "  " + content + end
		}
		return []change.Edit{s.replace(syntax.Span{Start: open, End: closed}, end+content+text)}
	}
	at := open + strings.LastIndexByte(body, '\n') + 1
	if len(block.Body.Blocks) > 0 { // options come last
		at = strings.LastIndexByte(s.item.Text[:syntax.SpanOf(block.Body.Blocks[0]).Start], '\n') + 1
		text += end
	}
	return []change.Edit{s.replace(syntax.Span{Start: at, End: at}, text)}
}

// withoutAttribute removes an attribute with its line.
func (s place) withoutAttribute(a *hclsyntax.Attribute) change.Edit {
	span := syntax.SpanOf(a)
	start := strings.LastIndexByte(s.item.Text[:span.Start], '\n') + 1
	rest := strings.IndexByte(s.item.Text[span.End:], '\n')
	if rest < 0 || strings.TrimSpace(s.item.Text[start:span.Start]) != "" {
		return s.replace(span, "") // it shares its line
	}
	return s.replace(syntax.Span{Start: start, End: span.End + rest + 1}, "")
}

// withLogicalName gives a block a registered name, if it has none that differs from its own.
func (s place) withLogicalName(name string) []change.Edit {
	block := s.item.Block()
	if a := block.Body.Attributes[language.LogicalName]; a != nil {
		return []change.Edit{s.replace(syntax.SpanOf(a.Expr), printer.Text(name))}
	}
	open := block.OpenBraceRange.End.Byte
	return []change.Edit{s.replace(syntax.Span{Start: open, End: open}, s.lineEnd()+"  "+language.LogicalName+" = "+printer.Text(name)+s.lineEnd())}
}

// withOption adds an option to a block, which is given as text.
func withOption(text, option string) string {
	file := syntax.Parse("", text+"\n", nil)
	for _, it := range file.All() {
		block := it.Block()
		if block == nil {
			continue
		}
		s := place{item: it}
		end := s.lineEnd()
		for _, b := range block.Body.Blocks {
			if b.Type != language.OptionsBlock {
				continue
			}
			inner := strings.TrimSpace(it.Text[b.OpenBraceRange.End.Byte:b.CloseBraceRange.Start.Byte])
			if inner != "" {
				inner = "    " + inner + end
			}
			edit := s.replace(syntax.Span{Start: b.OpenBraceRange.End.Byte, End: b.CloseBraceRange.Start.Byte}, end+inner+"    "+option+end+"  ")
			return strings.TrimRight(change.Applied(file, []change.Edit{edit}).Text(), "\n")
		}
		edits := s.withAttributes([]string{language.OptionsBlock + " {", "  " + option, "}"})
		return strings.TrimRight(change.Applied(file, edits).Text(), "\n")
	}
	return text
}
