// This file implements textDocument/formatting.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/format"
	"go.lsp.dev/protocol"
)

// formatting ignores the client's options: a program has one format.
func (v *view) formatting(_ context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	t, err := v.file(p.TextDocument)
	if t == nil {
		return nil, err
	}
	edits := []protocol.TextEdit{}
	for _, e := range format.Edits(t.file) {
		edits = append(edits, protocol.TextEdit{Range: v.rangeOf(t.file, e.Span), NewText: e.Text})
	}
	return edits, nil
}
