// This file implements document synchronization: didOpen, didChange, didSave and didClose.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

type didOpenParams struct {
	TextDocument struct {
		URI        string  `json:"uri"`
		LanguageID string  `json:"languageId"`
		Version    float64 `json:"version"`
		Text       string  `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument struct {
		URI     string  `json:"uri"`
		Version float64 `json:"version"`
	} `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
}

// documentParams are the parameters of a message about a document.
type documentParams struct {
	TextDocument struct {
		URI string `json:"uri"`
	} `json:"textDocument"`
}

func (s *server) didOpen(p *didOpenParams) error {
	doc := p.TextDocument
	path, err := place.Path(doc.URI)
	if err != nil {
		return err
	}
	if isSchemaDocument(s.opts.DocumentFolder, path) {
		return nil // it is read-only
	}
	s.tellForeign(path)
	s.spell(path, uri.URI(doc.URI))
	s.reorder.forget(path)
	s.session.Apply(workspace.Open{Path: path, Text: doc.Text, Version: int(doc.Version), Markdown: doc.LanguageID == "markdown"})
	if s.client.legend.shown {
		s.tokens.open(path, s.client.encode)
	}
	s.findings.Edited(path)
	s.poller.poll()
	return nil
}

func (s *server) didChange(p *didChangeParams) error {
	path, err := place.Path(p.TextDocument.URI)
	if err != nil {
		return err
	}
	file, last, open, _ := s.session.Snapshot().File(path)
	if !open {
		s.once("the client changes a document that is not open")
		return nil
	}
	next := versioned{int(p.TextDocument.Version), p.ContentChanges}
	file, version, late := s.reorder.apply(path, file, last, next, s.client.encoding)
	switch {
	case late:
		s.once("the client sends changes of a document out of order")
	case version <= last:
		s.once("the version of a document does not increase")
	}
	s.session.Apply(workspace.Edit{Path: path, File: file, Version: version})
	s.tokens.edited(path)
	s.follower.edited()
	s.conn.Modified(workspace.DirOf(path))
	s.findings.Edited(path)
	return nil
}

// didSave updates the findings at once. It brings no new text, but it is an occasion to check files without events.
func (s *server) didSave(p *documentParams) error {
	path, err := place.Path(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.session.Apply(workspace.DiskChanged{Paths: []string{path}})
	s.findings.Changed()
	s.poller.poll()
	return nil
}

func (s *server) didClose(p *documentParams) error {
	path, err := place.Path(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.session.Apply(workspace.Close{Path: path})
	s.reorder.forget(path)
	s.tokens.close(path)
	s.refresher.close(path)
	s.findings.Closed(path)
	return nil
}

// about names what a request is about if the client sends the request again: the directory of the program. An edit cancels such requests.
//
// The answer to a request is for the text at its moment, so an edit makes it stale. Whether a stale answer is of use, the client knows best, and it cancels
// requests itself. But it can announce requests that it sends again when the answer is that the document was modified. Only these are canceled: other
// clients show users an error for each such answer, or lose what they have shown.
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
