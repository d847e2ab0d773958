// This file implements textDocument/diagnostic and workspace/diagnostic.

package lsp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/lsp/publish"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"
)

type documentDiagnosticParams struct {
	documentParams
	PreviousResultID string `json:"previousResultId"`
}

func (v *view) documentDiagnostic(ctx context.Context, p *documentDiagnosticParams) (jsonrpc2.RawMessage, error) {
	path, err := place.Path(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return v.findings.Document(ctx, v.published(), path, p.PreviousResultID)
}

// workspaceDiagnosticParams keep URIs in the client's spelling and the token as raw JSON.
type workspaceDiagnosticParams struct {
	PartialResultToken jsontext.Value `json:"partialResultToken"`
	PreviousResultIDs  []struct {
		URI   string `json:"uri"`
		Value string `json:"value"`
	} `json:"previousResultIds"`
}

func (v *view) workspaceDiagnostic(ctx context.Context, p *workspaceDiagnosticParams) (jsonrpc2.RawMessage, error) {
	pull := publish.WorkspacePull{Has: map[string]string{}, Spellings: map[string]uri.URI{}}
	if isToken(p.PartialResultToken) {
		pull.Token = p.PartialResultToken
	}
	for _, previous := range p.PreviousResultIDs {
		if path, err := place.Path(previous.URI); err == nil {
			pull.Has[path], pull.Spellings[path] = previous.Value, uri.URI(previous.URI)
		}
	}
	return v.findings.Workspace(ctx, pull)
}
