// This file implements textDocument/semanticTokens: for a whole document, for a range, and as the difference to an earlier answer.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"go.lsp.dev/protocol"
)

func (v *view) semanticTokens(ctx context.Context, t *target, _ *protocol.SemanticTokensParams) (protocol.SemanticTokensDeltaResult, error) {
	return v.semanticTokensDelta(ctx, t, &protocol.SemanticTokensDeltaParams{})
}

func (v *view) semanticTokensDelta(ctx context.Context, t *target, p *protocol.SemanticTokensDeltaParams) (protocol.SemanticTokensDeltaResult, error) {
	before, now, err := v.tokensOf(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, old := range before {
		if old.id == p.PreviousResultID {
			return &protocol.SemanticTokensDelta{ResultID: &now.id, Edits: tokenEdits(old.items, now.items)}, nil
		}
	}
	return &protocol.SemanticTokens{ResultID: &now.id, Data: numbers(now.items.Between(0, now.items.Len()))}, nil
}

func (v *view) semanticTokensRange(ctx context.Context, t *target, p *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	items, err := semantic.In(ctx, t.program, t.file.Path, v.Span(t.file, p.Range), v.tokens.newest(t.file.Path).reusable(), v.client.encode)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{Data: numbers(segmentsOf(items))}, nil
}

// tokensOf returns the tokens of a document and the earlier answers about it.
func (v *view) tokensOf(ctx context.Context, t *target) (before []*documentTokens, now *documentTokens, err error) {
	v.tokens.await(ctx, t.file.Path)
	before = v.tokens.of(t.file.Path)
	now, err = v.documentTokens(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if v.isOpen(t.file.Path) {
		v.tokens.keep(t.file.Path, now, v.isOpen)
		v.remember(t, refreshTokens, now.id, func(ctx context.Context, v *view, t *target) (string, error) {
			again, err := v.documentTokens(ctx, t)
			if err != nil {
				return "", err
			}
			return again.id, nil
		})
	}
	return before, now, nil
}

func (v *view) documentTokens(ctx context.Context, t *target) (*documentTokens, error) {
	before := v.tokens.newest(t.file.Path)
	made, err := semantic.Whole(ctx, t.program, t.file.Path, before.reusable(), v.client.encode)
	if err != nil {
		return nil, err
	}
	return newDocumentTokens(made, before), nil
}

// paintAhead lets the check of a program make the tokens of its open documents, which clients request as soon as a document is open. end is called after
// the check.
func (s *server) paintAhead(ctx context.Context, program *analysis.Program) (painting context.Context, end func()) {
	if s.session.Snapshot().Loading() { // the next check will know more
		return ctx, func() {}
	}
	byFile, ended := s.tokens.begin(func(path string) bool {
		_, is := program.File(path)
		return is
	})
	end = func() { ended(ctx.Err() == nil) }
	if byFile == nil {
		return ctx, end
	}
	return analysis.WithItemViews(ctx, byFile), end
}
