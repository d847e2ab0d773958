// This file implements the conversion of edits.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/fix"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// workspaceEdit converts edits; nil when a file of them is gone. Where the client
// can tell, edits are for the version of the document that they were made for.
func (v *view) workspaceEdit(places *mappers, edits []fix.Edit) *protocol.WorkspaceEdit {
	var paths []string // in the order of the edits
	byPath := map[string][]protocol.TextEdit{}
	for _, e := range edits {
		mapper := places.of(e.Path)
		if mapper == nil {
			return nil
		}
		if byPath[e.Path] == nil {
			paths = append(paths, e.Path)
		}
		byPath[e.Path] = append(byPath[e.Path], protocol.TextEdit{Range: v.rangeOf(mapper, e.Span), NewText: e.Text})
	}
	if !v.client.versionedEdits {
		changes := map[uri.URI][]protocol.TextEdit{}
		for path, edits := range byPath {
			changes[v.uriOf(path)] = edits
		}
		return &protocol.WorkspaceEdit{Changes: changes}
	}
	var changes []protocol.DocumentChange
	for _, path := range paths {
		changes = append(changes, v.documentEdit(path, byPath[path]))
	}
	return &protocol.WorkspaceEdit{DocumentChanges: changes}
}

// documentEdit is the edits of one document in the version that the client has.
func (v *view) documentEdit(path string, edits []protocol.TextEdit) *protocol.TextDocumentEdit {
	change := &protocol.TextDocumentEdit{}
	change.TextDocument.URI = v.uriOf(path)
	if _, version, open, _ := v.snapshot.File(path); open {
		change.TextDocument.Version = new(int32(version))
	}
	for i := range edits {
		change.Edits = append(change.Edits, &edits[i])
	}
	return change
}
