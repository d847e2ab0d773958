// This file implements textDocument/documentLink and documentLink/resolve. Links to files are complete; addresses of documentation are resolved later.

package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
)

// linkData identifies the token whose address a client resolves.
type linkData struct {
	URI      string `json:"uri"`
	Token    string `json:"token"`
	Function bool   `json:"function,omitzero"`
}

func (v *view) documentLink(ctx context.Context, t *target, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	found, err := outline.Links(ctx, t.program, t.file.Path)
	if err != nil {
		return nil, err
	}
	consoles, err := v.consoleLinks(ctx, t)
	if err != nil {
		return nil, err
	}
	all := make([]protocol.DocumentLink, 0, len(found)+len(consoles))
	for _, l := range found {
		link := protocol.DocumentLink{Range: v.Range(t.file, l.Span)}
		if v.client.linkTips {
			link.Tooltip = &l.Tooltip
		}
		if l.Path != "" {
			link.Target = new(v.URI(l.Path))
		} else if link.Data, err = protocol.Marshal(linkData{string(p.TextDocument.URI), l.Token, l.Function}); err != nil {
			return nil, err
		}
		all = append(all, link)
	}
	return append(all, consoles...), nil
}

// documentLinkResolve adds the address. A link that is no longer known comes back unchanged.
func (v *view) documentLinkResolve(_ context.Context, p *protocol.DocumentLink) (*protocol.DocumentLink, error) {
	var data linkData
	if len(p.Data) == 0 || protocol.Unmarshal(p.Data, &data) != nil {
		return p, nil
	}
	t, err := v.file(protocol.TextDocumentIdentifier{URI: uri.URI(data.URI)})
	if t == nil || err != nil {
		return p, nil
	}
	if target, err := uri.Parse(outline.Address(t.program, data.Token, data.Function)); err == nil && target != "" {
		p.Target = &target
	}
	return p, nil
}
