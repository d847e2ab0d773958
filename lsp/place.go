// This file implements the conversion of places: URIs to paths, positions to
// byte offsets, and back.

package lsp

import (
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// longestURI bounds URIs. The longest path there is has 4096 bytes, of which each takes
// three if it is escaped. A bound is needed since every folder above a file is looked at.
const longestURI = 16 << 10

// pathOf returns the path of the file a URI names, absolute, clean and with
// slashes. All spellings of a file's URI have the same path. What is no file of
// this machine is its own path and is never looked for on disk.
func pathOf(spelled string) (string, error) {
	if spelled == "" {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the document has no uri")
	}
	if len(spelled) > longestURI {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the uri %.200q… is longer than %d bytes", spelled, longestURI)
	}
	u, err := uri.Parse(spelled)
	if err != nil {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "uri %.200q: %v", spelled, err)
	}
	switch {
	case u.IsFile() && u.Authority() == "localhost":
		return path.Clean(u.Path()), nil
	case u.IsFile() && u.Authority() == "":
		return path.Clean(uri.FsPathFor(u, uri.PlatformPOSIX, false)), nil
	}
	return u.String(), nil
}

// mapper converts places in one text: a file, or the [syntax.Mapper] of a text.
type mapper interface {
	Position(offset int, enc syntax.Encoding) (line, char int)
	Offset(line, char int, enc syntax.Encoding) int
}

// target is what a request is about: a file of a program and a place in it.
type target struct {
	program *analysis.Program
	file    *syntax.File
	offset  int
}

// file finds the file a request names. It is nil when it is no file of any
// program; the answer then is that there is nothing.
func (v *view) file(doc protocol.TextDocumentIdentifier) (*target, error) {
	p, err := pathOf(string(doc.URI))
	if err != nil {
		return nil, err
	}
	program := v.snapshot.Program(p)
	if program == nil {
		return nil, nil
	}
	file, ok := program.File(p)
	if !ok {
		return nil, nil
	}
	return &target{program: program, file: file}, nil
}

// at finds the file and the offset a request names, as file does.
func (v *view) at(p protocol.TextDocumentPositionParams) (*target, error) {
	t, err := v.file(p.TextDocument)
	if t != nil {
		t.offset = t.file.Offset(clampInt(float64(p.Position.Line)), clampInt(float64(p.Position.Character)), v.client.encoding)
	}
	return t, err
}

// rangeOf converts a span of the mapper's text.
func (v *view) rangeOf(mapper mapper, span syntax.Span) protocol.Range {
	return protocol.Range{Start: v.positionOf(mapper, span.Start), End: v.positionOf(mapper, span.End)}
}

func (v *view) positionOf(mapper mapper, offset int) protocol.Position {
	line, char := mapper.Position(offset, v.client.encoding)
	return protocol.Position{Line: uint32(line), Character: uint32(char)}
}

// uriOf returns the URI of a file, as the client spells it if it has told.
func (v *view) uriOf(path string) uri.URI {
	if spelled, known := v.uris[path]; known {
		return spelled
	}
	return uri.File(path)
}

// mappers finds each file once for an answer about many places.
type mappers struct {
	view   *view
	byPath map[string]mapper
}

func (v *view) mappers() *mappers { return &mappers{v, map[string]mapper{}} }

// of returns the mapper of a file, or nil when the file is gone.
func (m *mappers) of(path string) mapper {
	if mapper, known := m.byPath[path]; known {
		return mapper
	}
	file, _, _, ok := m.view.snapshot.File(path)
	if !ok {
		return nil
	}
	m.byPath[path] = file
	return file
}

// location converts a span of any file; false when the file is gone.
func (m *mappers) location(path string, span syntax.Span) (protocol.Location, bool) {
	mapper := m.of(path)
	if mapper == nil {
		return protocol.Location{}, false
	}
	return protocol.Location{URI: m.view.uriOf(path), Range: m.view.rangeOf(mapper, span)}, true
}
