// This file implements textDocument/selectionRange.

package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
)

// selectionRange returns one selection for each position, with the selections around it.
func (v *view) selectionRange(ctx context.Context, t *target, p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	offsets := make([]int, len(p.Positions))
	for i, at := range p.Positions {
		offsets[i] = v.Offset(t.file, at)
	}
	all, err := outline.Selections(ctx, t.program, t.file.Path, offsets)
	if err != nil {
		return nil, err
	}
	answers := make([]protocol.SelectionRange, len(all))
	for i, spans := range all {
		var around *protocol.SelectionRange
		for j := len(spans) - 1; j >= 0; j-- {
			around = &protocol.SelectionRange{Range: v.Range(t.file, spans[j]), Parent: around}
		}
		answers[i] = *around
	}
	return answers, nil
}
