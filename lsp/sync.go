// This file implements document synchronisation: didOpen, didChange, didSave
// and didClose.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/workspace"
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

// documentParams are the parameters of a message that only names a document.
type documentParams struct {
	TextDocument struct {
		URI string `json:"uri"`
	} `json:"textDocument"`
}

func (s *server) didOpen(p *didOpenParams) error {
	doc := p.TextDocument
	path, err := pathOf(doc.URI)
	if err != nil {
		return err
	}
	if s.isSchemaDocument(path) {
		return nil // it is for reading
	}
	s.tellForeign(path)
	s.spell(path, uri.URI(doc.URI))
	s.late.forget(path)
	s.session.Apply(workspace.Open{Path: path, Text: doc.Text, Version: int(doc.Version)})
	s.edited(path)
	s.lookout.look()
	return nil
}

func (s *server) didChange(p *didChangeParams) error {
	path, err := pathOf(p.TextDocument.URI)
	if err != nil {
		return err
	}
	file, last, open, _ := s.session.Snapshot().File(path)
	if !open {
		s.once("change of a document that is not open")
		return nil
	}
	next := versioned{int(p.TextDocument.Version), p.ContentChanges}
	file, version, late := s.late.apply(path, file, last, next, s.client.encoding)
	switch {
	case late:
		s.once("changes of a document come in another order than their versions say")
	case version <= last:
		s.once("document version does not increase")
	}
	s.session.Apply(workspace.Edit{Path: path, File: file, Version: version})
	s.edited(path)
	return nil
}

// didSave brings the findings up to date at once. The text is known from the
// changes already; but this is when files without events are looked at again: those
// around the program and, where the client does not watch files, all that are not
// open.
func (s *server) didSave(p *documentParams) error {
	path, err := pathOf(p.TextDocument.URI)
	if err != nil {
		return err
	}
	var changed workspace.DiskChanged
	if s.client.watchesFiles {
		changed.Paths = []string{path}
	}
	s.session.Apply(changed)
	if !s.client.watchesFiles {
		s.focus.relist()
	}
	s.diagnoser.changed()
	s.lookout.look()
	return nil
}

func (s *server) didClose(p *documentParams) error {
	path, err := pathOf(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.session.Apply(workspace.Close{Path: path})
	s.late.forget(path)
	s.focus.closed(path)
	s.pulls.close(path)
	s.colourings.close(path)
	s.lookList.close(path)
	s.diagnoser.changed()
	return nil
}

// edited says that the user is at work on a document.
func (s *server) edited(path string) {
	s.focus.edited(path)
	s.diagnoser.changed()
}
