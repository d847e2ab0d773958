// This file implements textDocument/hover.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

func (v *view) hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	t, err := v.atName(p.TextDocumentPositionParams)
	if t == nil && err == nil {
		if t, _ = v.atCode(p.TextDocumentPositionParams); t == nil {
			return v.ruleHover(p.TextDocumentPositionParams)
		}
		found, err := hover.At(ctx, t.program, t.file.Path, t.offset) // nothing runs such a program
		return v.hoverOf(t, found), err
	}
	if t == nil {
		return nil, err
	}
	stacks, err := v.stacksOf(ctx, t.program)
	if err != nil {
		return nil, err
	}
	found, err := hover.InStacks(ctx, t.program, v.Snapshot, stacks, t.file.Path, t.offset)
	if err != nil {
		return nil, err
	}
	if t.key == nil && len(v.Snapshot.TeamRules(t.program.Dir)) > 0 {
		touched, _, err := v.Snapshot.Touching(ctx, t.program, t.file.Path, syntax.Span{Start: t.offset, End: t.offset})
		if err != nil {
			return nil, err
		}
		found = hover.WithRules(found, touched)
	}
	return v.hoverOf(t, found), nil
}
