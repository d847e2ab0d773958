// This file implements textDocument/hover.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"go.lsp.dev/protocol"
)

func (v *view) hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	t, err := v.atName(p.TextDocumentPositionParams)
	if t == nil {
		return nil, err
	}
	stacks, err := v.stacksOf(ctx, t.program)
	if err != nil {
		return nil, err
	}
	found, err := hover.InStacks(ctx, t.program, v.Snapshot, stacks, t.file.Path, t.offset)
	if err != nil || found == nil {
		return nil, err
	}
	text := found.Text
	if v.client.hoverMarkup == protocol.MarkupKindMarkdown {
		text = found.Markdown
	}
	return &protocol.Hover{
		Contents: &protocol.MarkupContent{Kind: v.client.hoverMarkup, Value: text},
		Range:    new(v.Range(t.place(found.Span))),
	}, nil
}
