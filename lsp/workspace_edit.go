// This file implements the conversion of edits.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// workspaceEdit converts a change. It returns nil if a file is gone, or if the change creates files and the client does not support that. If the client
// supports versions, the edits are for the versions in the snapshot.
func (v *view) workspaceEdit(places *place.Files, c change.Set) *protocol.WorkspaceEdit {
	if len(c.NewFiles) > 0 && !v.client.createsFiles {
		return nil
	}
	var paths []string // in the order of the edits
	byPath := map[string][]change.Edit{}
	for _, e := range c.Edits {
		if places.Of(e.Path) == nil {
			return nil
		}
		if byPath[e.Path] == nil {
			paths = append(paths, e.Path)
		}
		byPath[e.Path] = append(byPath[e.Path], e)
	}
	textEdit := func(e change.Edit) protocol.TextEdit {
		return protocol.TextEdit{Range: v.Range(places.Of(e.Path), e.Span), NewText: e.Text}
	}
	if !v.client.versionedEdits {
		changes := map[uri.URI][]protocol.TextEdit{}
		for path, edits := range byPath {
			changes[v.URI(path)] = lists.Map(edits, textEdit)
		}
		return &protocol.WorkspaceEdit{Changes: changes}
	}
	changes := slices.Concat(lists.Map(c.NewFiles, v.creation)...)
	for _, path := range paths {
		changes = append(changes, v.documentEdit(path, byPath[path], textEdit))
	}
	if v.client.deletesFiles {
		changes = append(changes, lists.Map(c.Deleted, v.deletion)...)
	}
	return &protocol.WorkspaceEdit{DocumentChanges: changes, ChangeAnnotations: v.annotations(c)}
}

// annotations returns the notes of a change by their labels, or nil if there are none or the client does not support them.
func (v *view) annotations(c change.Set) map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation {
	var all map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation
	for _, e := range c.Edits {
		if e.Note == nil || !v.client.changeNotes {
			continue
		}
		if all == nil {
			all = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{}
		}
		all[protocol.ChangeAnnotationIdentifier(e.Note.Label)] = protocol.ChangeAnnotation{
			Label: e.Note.Label, Description: new(e.Note.Description), NeedsConfirmation: new(e.Note.Confirm),
		}
	}
	return all
}

// creation creates a file with a text. If the file exists by then, the whole edit fails, so nothing is overwritten.
func (v *view) creation(f change.NewFile) []protocol.DocumentChange {
	file := &protocol.CreateFile{Kind: string(protocol.ResourceOperationKindCreate), URI: v.URI(f.Path)}
	text := &protocol.TextDocumentEdit{}
	text.TextDocument.URI = file.URI
	text.Edits = append(text.Edits, &protocol.TextEdit{NewText: f.Text})
	return []protocol.DocumentChange{file, text}
}

// deletion deletes a file. One that is gone already is no reason to fail.
func (v *view) deletion(path string) protocol.DocumentChange {
	return &protocol.DeleteFile{
		Kind: string(protocol.ResourceOperationKindDelete), URI: v.URI(path),
		Options: &protocol.DeleteFileOptions{IgnoreIfNotExists: new(true)},
	}
}

func (v *view) documentEdit(path string, edits []change.Edit, textEdit func(change.Edit) protocol.TextEdit) *protocol.TextDocumentEdit {
	document := &protocol.TextDocumentEdit{}
	document.TextDocument.URI = v.URI(path)
	if _, version, open, _ := v.Snapshot.File(path); open {
		document.TextDocument.Version = new(int32(version))
	}
	for _, e := range edits {
		plain := textEdit(e)
		switch {
		case e.Snippet != "" && v.client.snippetEdits:
			snippet := protocol.StringValue{Kind: "snippet", Value: e.Snippet}
			document.Edits = append(document.Edits, &protocol.SnippetTextEdit{Range: plain.Range, Snippet: snippet})
		case e.Note != nil && v.client.changeNotes:
			id := protocol.ChangeAnnotationIdentifier(e.Note.Label)
			document.Edits = append(document.Edits, &protocol.AnnotatedTextEdit{TextEdit: plain, AnnotationID: id})
		default:
			document.Edits = append(document.Edits, &plain)
		}
	}
	return document
}
