package hover

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file describes the file that an asset or a function reads.

// argument adds what is at a path, if the expression is the one that a call reads.
func (h *hoverer) argument(pg *page, e hclsyntax.Expression) {
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && isAmong(call.Args, e) {
			h.file(pg, call)
		}
	}
}

// file adds what is at the path that a call reads.
func (h *hoverer) file(pg *page, call *hclsyntax.FunctionCallExpr) {
	if len(call.Args) != 1 || !language.Called(call.Name).Role(0).IsPath() {
		return
	}
	written, literal := analysis.PlainText(call.Args[0])
	if !literal || written == "" {
		return
	}
	where := markdown.Code(prose.Shortened(written, 80))
	switch h.p.FileAt(written).Kind {
	case analysis.FileAbsent:
		pg.line("Nothing is at " + where + ".")
	case analysis.FileDirectory:
		pg.line(where + " is a directory.")
	case analysis.FileRegular:
		content, known := h.p.ContentAt(written)
		if !known {
			pg.line(where + " is a file.")
			return
		}
		facts := []markdown.Text{where + " has " + markdown.Words(size(content.Size))}
		if content.SHA256 != "" {
			facts = append(facts, "SHA-256 "+markdown.Code(content.SHA256))
		}
		pg.facts(facts...)
	}
}

// size writes a number of bytes.
func size(bytes int64) string {
	const kib, mib = 1 << 10, 1 << 20
	switch {
	case bytes == 1:
		return "1 byte"
	case bytes < 10*kib:
		return fmt.Sprintf("%d bytes", bytes)
	case bytes < mib:
		return fmt.Sprintf("%.1f KiB", float64(bytes)/kib)
	}
	return fmt.Sprintf("%.1f MiB", float64(bytes)/mib)
}
