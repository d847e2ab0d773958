// This file implements codeAction/resolve, and the command that does the same for
// clients which know commands only.
//
// What an action changes is found out anew, for the text that there is by then: an
// action that is not there any more changes nothing.

package lsp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// applyFix is the command that applies an action.
const applyFix = "pcl-lsp.applyFix"

// actionData says which action is meant.
type actionData struct {
	URI   string         `json:"uri"`
	Range protocol.Range `json:"range"`
	Kind  string         `json:"kind"`
	Title string         `json:"title"`
	// Code stands for the best fix of the finding with it, whatever its title.
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

// codeActionResolve adds the edit.
func (v *view) codeActionResolve(ctx context.Context, p *protocol.CodeAction) (*protocol.CodeAction, error) {
	var data actionData
	if len(p.Data) == 0 || (codec{}).Unmarshal(p.Data, &data) != nil {
		return p, nil
	}
	edit, err := v.resolved(ctx, data)
	if err != nil {
		return nil, err
	}
	p.Edit = edit
	return p, nil
}

// resolved is what an action changes; nil if it is not there any more.
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
			return v.editOf(ctx, v.mappers(), o)
		}
	}
	return nil, nil
}

// applyCommand is an action for a client that knows commands only; nil where the client
// cannot be asked to change documents.
func (v *view) applyCommand(p *codeActionParams, o offer) (protocol.CommandOrCodeAction, error) {
	if !v.client.appliesEdits {
		return nil, nil
	}
	data, err := (codec{}).Marshal(dataOf(p, o))
	if err != nil {
		return nil, err
	}
	return &protocol.Command{Title: o.title, Command: applyFix, Arguments: []protocol.LSPAny{data}}, nil
}

// applied has the client make the edit of an action. The answer does not wait for that:
// the client may read it only afterwards.
func (s *server) applied(arguments []jsontext.Value) (any, error) {
	var data actionData
	if len(arguments) != 1 || (codec{}).Unmarshal(arguments[0], &data) != nil || data.Title == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s wants what an action named", applyFix)
	}
	if !s.client.appliesEdits {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "this client does not apply edits")
	}
	v := s.view()
	s.background(func() {
		edit, err := v.resolved(s.base, data)
		if err != nil || edit == nil {
			return
		}
		params := protocol.ApplyWorkspaceEditParams{Label: new(data.Title), Edit: *edit}
		if _, err := s.conn.Call(s.base, protocol.MethodWorkspaceApplyEdit, &params, nil); err != nil && s.base.Err() == nil {
			s.log.Warn("an edit was not applied", "error", err)
		}
	})
	return nil, nil
}
