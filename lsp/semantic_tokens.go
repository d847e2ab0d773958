// This file implements textDocument/semanticTokens: for a whole document, for a range, and as the difference to an earlier answer.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"go.lsp.dev/protocol"
)

func (v *view) semanticTokens(ctx context.Context, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	t, err := v.file(p.TextDocument)
	if t == nil {
		return nil, err
	}
	_, now, err := v.tokensOf(ctx, t)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{ResultID: &now.id, Data: now.numbers()}, nil
}

func (v *view) semanticTokensDelta(ctx context.Context, p *protocol.SemanticTokensDeltaParams) (protocol.SemanticTokensDeltaResult, error) {
	t, err := v.file(p.TextDocument)
	if t == nil {
		return nil, err
	}
	before, now, err := v.tokensOf(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, old := range before {
		if old.id == p.PreviousResultID {
			return &protocol.SemanticTokensDelta{ResultID: &now.id, Edits: tokenEdits(old.rows, now.rows)}, nil
		}
	}
	return &protocol.SemanticTokens{ResultID: &now.id, Data: now.numbers()}, nil
}

func (v *view) semanticTokensRange(ctx context.Context, p *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	t, err := v.file(p.TextDocument)
	if t == nil {
		return nil, err
	}
	items, err := semantic.In(ctx, t.program, t.file.Path, v.Span(t.file, p.Range), v.newest(t.file.Path), v.client.encode)
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
	made, err := semantic.Whole(ctx, t.program, t.file.Path, v.newest(t.file.Path), v.client.encode, newRowTokens)
	if err != nil {
		return nil, err
	}
	return newDocumentTokens(made), nil
}

// prepareTokens computes the tokens of open documents that the client will ask for. The first answer about a document would take as long as checking it.
func (s *server) prepareTokens(ctx context.Context) {
	v := s.view()
	if !v.client.legend.shown || v.Snapshot.Loading() {
		return
	}
	for _, path := range v.Snapshot.Open() {
		if ctx.Err() == nil && len(s.tokens.of(path)) == 0 {
			v.prepareTokens(ctx, path)
		}
	}
}

func (v *view) prepareTokens(ctx context.Context, path string) {
	t := v.fileAt(path)
	if t == nil {
		return
	}
	defer v.tokens.prepare(path)()
	tokens, err := v.documentTokens(ctx, t)
	if err == nil && len(v.tokens.of(path)) == 0 {
		v.tokens.keep(path, tokens, v.isOpen)
	}
}

// newest returns what the last answer about a document was made from.
func (v *view) newest(path string) *tokenDocument {
	if known := v.tokens.of(path); len(known) > 0 {
		return known[0].made
	}
	return nil
}
