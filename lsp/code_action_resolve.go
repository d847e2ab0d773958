// This file implements codeAction/resolve, and the argument of the command that does the same for clients that support only commands.
//
// The edit is computed again for the current text. If the action no longer exists, there is no edit.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

type actionData struct {
	URI   string         `json:"uri"`
	Range protocol.Range `json:"range"`
	Kind  string         `json:"kind"`
	Title string         `json:"title"`
	// Code selects the preferred fix of the finding with this code, whatever its title.
	Code codes.Code `json:"code,omitempty"`
}

func (d actionData) means(o offer) bool {
	if o.kind != d.Kind || o.disabled != "" {
		return false
	}
	if d.Code != "" {
		return o.preferred && o.finding != nil && o.finding.Code == d.Code
	}
	return o.title == d.Title
}

func dataOf(p *codeActionParams, o offer) actionData {
	return actionData{URI: string(p.TextDocument.URI), Range: p.Range, Kind: o.kind, Title: o.title}
}

func (v *view) codeActionResolve(ctx context.Context, p *protocol.CodeAction) (*protocol.CodeAction, error) {
	var data actionData
	if len(p.Data) == 0 || protocol.Unmarshal(p.Data, &data) != nil {
		return p, nil
	}
	edit, err := v.resolved(ctx, data)
	if err != nil {
		return nil, err
	}
	p.Edit = edit
	return p, nil
}

// resolved returns the edit of an action, or nil if the action no longer exists.
func (v *view) resolved(ctx context.Context, data actionData) (*protocol.WorkspaceEdit, error) {
	p := &codeActionParams{Range: data.Range, chosen: true}
	p.TextDocument.URI = uri.URI(data.URI)
	p.Context.Only = []string{data.Kind}
	offers, err := v.offers(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, o := range offers {
		if data.means(o) {
			return v.editOf(ctx, v.Files(), o)
		}
	}
	return nil, nil
}

// applyCommand converts an action for a client that supports only commands. It returns nil if the server cannot send edits to the client.
func (v *view) applyCommand(p *codeActionParams, o offer) (protocol.CommandOrCodeAction, error) {
	if !v.client.appliesEdits {
		return nil, nil
	}
	data, err := protocol.Marshal(dataOf(p, o))
	if err != nil {
		return nil, err
	}
	return &protocol.Command{Title: o.title, Command: applyFix, Arguments: []protocol.LSPAny{data}}, nil
}
