// This file implements textDocument/formatting, rangeFormatting, rangesFormatting and onTypeFormatting.

package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// formatting ignores the options of the client, since there is only one format.
func (v *view) formatting(ctx context.Context, t *target, _ *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	return v.formatted(ctx, t.file, syntax.Span{End: t.file.Len()})
}

func (v *view) rangeFormatting(ctx context.Context, t *target, p *protocol.DocumentRangeFormattingParams) ([]protocol.TextEdit, error) {
	return v.rangesFormatting(ctx, t, &protocol.DocumentRangesFormattingParams{Ranges: []protocol.Range{p.Range}})
}

func (v *view) rangesFormatting(ctx context.Context, t *target, p *protocol.DocumentRangesFormattingParams) ([]protocol.TextEdit, error) {
	spans := make([]syntax.Span, len(p.Ranges))
	for i, r := range p.Ranges {
		a, b := v.Offset(t.file, r.Start), v.Offset(t.file, r.End)
		spans[i] = syntax.Span{Start: min(a, b), End: max(a, b)}
	}
	return v.formatted(ctx, t.file, spans...)
}

func (v *view) onTypeFormatting(_ context.Context, t *target, p *protocol.DocumentOnTypeFormattingParams) ([]protocol.TextEdit, error) {
	return v.textEdits(t.file, format.Typed(t.file, v.Offset(t.file, p.Position), p.Ch)), nil
}

func (v *view) formatted(ctx context.Context, file *syntax.File, spans ...syntax.Span) ([]protocol.TextEdit, error) {
	steps := format.Steps(file, spans...)
	edits := make([][]format.Edit, len(steps))
	v.Snapshot.Each(len(steps), func(i int) {
		if ctx.Err() == nil {
			edits[i] = steps[i]()
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return v.textEdits(file, slices.Concat(edits...)), nil
}

func (v *view) textEdits(file *syntax.File, edits []format.Edit) []protocol.TextEdit {
	converted := make([]protocol.TextEdit, len(edits))
	for i, e := range edits {
		converted[i] = protocol.TextEdit{Range: v.Range(file, e.Span), NewText: e.Text}
	}
	return converted
}
