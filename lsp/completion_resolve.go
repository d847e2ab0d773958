// This file implements completionItem/resolve: the properties of an item that a list does not show.

package lsp

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// completionData is the place of a request. With its label, an item can be computed again, so the server keeps nothing.
type completionData struct {
	URI       string `json:"uri"`
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// resolves reports whether the client can resolve a property of an item later.
func (c client) resolves(property string) bool { return slices.Contains(c.resolvedItems, property) }

// resolvesLater reports whether the list leaves anything out for later.
func (c client) resolvesLater() bool {
	return c.resolves("documentation") || c.resolves("additionalTextEdits")
}

// completionItemResolve adds what the list left out. An item that no longer exists comes back unchanged.
func (v *view) completionItemResolve(ctx context.Context, p *protocol.CompletionItem) (*protocol.CompletionItem, error) {
	var data completionData
	if len(p.Data) == 0 || protocol.Unmarshal(p.Data, &data) != nil {
		return p, nil
	}
	t, err := v.atCode(protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: uri.URI(data.URI)},
		Position:     protocol.Position{Line: data.Line, Character: data.Character},
	})
	if t == nil || err != nil {
		return p, nil
	}
	found, err := complete.At(ctx, t.program, t.file.Path, t.offset)
	if err != nil || found == nil {
		return p, err
	}
	same := func(item complete.Item) bool { return item.Label == p.Label && v.completionKind(item.Kind) == p.Kind }
	if at := slices.IndexFunc(found.Items, same); at >= 0 {
		item := found.Items[at]
		p.Documentation = v.documentation(item.Doc)
		p.AdditionalTextEdits = v.additionalEdits(t, item)
	}
	return p, nil
}
