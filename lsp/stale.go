// This file says which running requests an edit cancels.
//
// The answer to a request is for the text at its moment, so an edit makes it stale. Whether a stale answer is of use, the client knows best, and it cancels
// requests itself. But it can announce requests that it sends again when the answer is that the document was modified. Only these are cancelled: other
// clients show users an error for each such answer, or lose what they have shown.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// about names what a request is about if the client sends the request again: the directory of the program.
func (s *server) about(method string, params jsonrpc2.RawMessage) string {
	if !s.client.retries[method] {
		return ""
	}
	var p documentParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		return ""
	}
	path, err := place.Path(p.TextDocument.URI)
	if err != nil {
		return ""
	}
	return workspace.DirOf(path)
}
