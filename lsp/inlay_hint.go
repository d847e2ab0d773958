// This file implements textDocument/inlayHint and inlayHint/resolve.

package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

type hintData struct {
	URI  string `json:"uri"`
	Kind string `json:"kind"`
}

func (v *view) inlayHint(ctx context.Context, t *target, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	within := v.Span(t.file, p.Range)
	found, err := v.hintsIn(ctx, t, within)
	if err != nil {
		return nil, err
	}
	v.remember(t, refreshHints, hintsID(found), func(ctx context.Context, v *view, t *target) (string, error) {
		now, err := v.hintsIn(ctx, t, within)
		return hintsID(now), err
	})
	hints := make([]protocol.InlayHint, 0, len(found))
	for _, h := range found {
		hint, err := v.hint(ctx, t, h, string(p.TextDocument.URI))
		if err != nil {
			return nil, err
		}
		hints = append(hints, hint)
	}
	return hints, nil
}

// hint converts a hint. It leaves out the tooltip if the client can resolve it later.
func (v *view) hint(ctx context.Context, t *target, h lens.Hint, document string) (protocol.InlayHint, error) {
	hint := protocol.InlayHint{Position: v.Position(t.file, h.Offset), Label: protocol.String(h.Label)}
	if h.Kind == lens.Types {
		hint.Kind = protocol.InlayHintKindType
	} else {
		hint.PaddingLeft = new(true)
	}
	if v.client.hintTooltips {
		data, err := protocol.Marshal(hintData{document, h.Kind.String()})
		hint.Data = data
		return hint, err
	}
	text, err := v.explain(ctx, t, h.Offset, h.Kind)
	hint.Tooltip = markup(protocol.MarkupKindMarkdown, text)
	return hint, err
}

// inlayHintResolve adds the tooltip. A hint that no longer exists comes back unchanged; the client is about to request all hints again.
func (v *view) inlayHintResolve(ctx context.Context, p *protocol.InlayHint) (*protocol.InlayHint, error) {
	var data hintData
	if len(p.Data) == 0 || protocol.Unmarshal(p.Data, &data) != nil {
		return p, nil
	}
	kind := slices.IndexFunc(lens.HintKinds(), func(k lens.HintKind) bool { return k.String() == data.Kind })
	t, err := v.at(protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: uri.URI(data.URI)}, Position: p.Position,
	})
	if kind < 0 || t == nil || err != nil {
		return p, nil
	}
	text, err := v.explain(ctx, t, t.offset, lens.HintKind(kind))
	if err != nil {
		return nil, err
	}
	p.Tooltip = markup(protocol.MarkupKindMarkdown, text)
	return p, nil
}

// hintsID returns an id that is equal for equal hints.
func hintsID(hints []lens.Hint) string {
	var id strings.Builder
	for _, h := range hints {
		fmt.Fprintf(&id, "%d %d %s\n", h.Offset, h.Kind, h.Label)
	}
	return id.String()
}
