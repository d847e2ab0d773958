// Package place converts places between the client's terms and ours: URIs and paths, positions and byte offsets, ranges and spans.
//
// It knows documents only through a snapshot of the workspace. It knows neither requests nor findings, which lets both convert places the same way.
//
// # Invariants
//
//   - Every spelling of a file's URI has the same path: absolute, clean, with forward slashes.
//   - Any number that a client sends for a position leads to an offset inside the text.
//   - A URI goes back to the client as the client spells it.
package place

import (
	"math"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// This file converts positions, ranges and URIs at one moment, and chooses the position encoding.

// Mapper converts offsets in one text: a file, or the [syntax.Mapper] of a text.
type Mapper interface {
	Position(offset int, enc syntax.Encoding) (line, char int)
	Offset(line, char int, enc syntax.Encoding) int
}

// Converter converts places for one client at one moment.
type Converter struct {
	Snapshot *workspace.Snapshot
	Encoding syntax.Encoding
	// Spellings are the URIs of files, by path, that the client spells in an unusual way.
	Spellings map[string]uri.URI
}

// Range converts a span of the mapper's text.
func (c Converter) Range(m Mapper, span syntax.Span) protocol.Range {
	return protocol.Range{Start: c.Position(m, span.Start), End: c.Position(m, span.End)}
}

// Position converts an offset in the mapper's text.
func (c Converter) Position(m Mapper, offset int) protocol.Position {
	line, char := m.Position(offset, c.Encoding)
	return protocol.Position{Line: uint32(line), Character: uint32(char)}
}

// Span converts a range of the mapper's text.
func (c Converter) Span(m Mapper, r protocol.Range) syntax.Span {
	return syntax.Span{Start: c.Offset(m, r.Start), End: c.Offset(m, r.End)}
}

// Offset converts a position in the mapper's text.
func (c Converter) Offset(m Mapper, p protocol.Position) int {
	return m.Offset(Clamp(float64(p.Line)), Clamp(float64(p.Character)), c.Encoding)
}

// Clamp converts any number of a client to one that is safe to compute with.
func Clamp(n float64) int {
	return int(max(0, min(n, math.MaxInt32)))
}

// URI returns the URI of a file in the client's spelling.
func (c Converter) URI(path string) uri.URI {
	if spelled, known := c.Spellings[path]; known {
		return spelled
	}
	return uri.File(path)
}

// Files looks up each file once for an answer with many places.
type Files struct {
	converter Converter
	byPath    map[string]Mapper
}

// Files returns an empty table of files.
func (c Converter) Files() *Files { return &Files{c, map[string]Mapper{}} }

// Add supplies the text of a file that is no part of the snapshot, or that may be another one there.
func (f *Files) Add(path string, m Mapper) { f.byPath[path] = m }

// Of returns the mapper of a file, or nil if the file is gone.
func (f *Files) Of(path string) Mapper {
	if mapper, known := f.byPath[path]; known {
		return mapper
	}
	file, _, _, ok := f.converter.Snapshot.File(path)
	if !ok {
		return nil
	}
	f.byPath[path] = file
	return file
}

// Location converts a span of any file. It returns false if the file is gone.
func (f *Files) Location(path string, span syntax.Span) (protocol.Location, bool) {
	mapper := f.Of(path)
	if mapper == nil {
		return protocol.Location{}, false
	}
	return protocol.Location{URI: f.converter.URI(path), Range: f.converter.Range(mapper, span)}, true
}

// longestURI bounds URIs, since the workspace looks at every folder above a file. The longest path has 4096 bytes, and escaping triples a byte.
const longestURI = 16 << 10

// Path returns the path of the file that a URI names. A URI that does not name a file of this machine is its own path. The workspace never looks for such
// a path on disk.
func Path(spelled string) (string, error) {
	if spelled == "" {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the document has no URI")
	}
	if len(spelled) > longestURI {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the URI %.200q… is longer than %d bytes", spelled, longestURI)
	}
	u, err := uri.Parse(spelled)
	if err != nil {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "URI %.200q: %v", spelled, err)
	}
	switch {
	case u.IsFile() && u.Authority() == "localhost":
		return path.Clean(u.Path()), nil
	case u.IsFile() && u.Authority() == "":
		return path.Clean(uri.FsPathFor(u, uri.PlatformPOSIX, false)), nil
	}
	return u.String(), nil
}

// Negotiate picks one of the encodings that a client offers. It prefers utf-8, which costs nothing here, and falls back to utf-16, which every client
// supports. It picks utf-32 only if the client does not offer utf-8 and lists utf-32 before utf-16.
func Negotiate(offered []protocol.PositionEncodingKind) (protocol.PositionEncodingKind, syntax.Encoding) {
	wide := slices.Index(offered, protocol.PositionEncodingKindUTF32)
	usual := slices.Index(offered, protocol.PositionEncodingKindUTF16)
	switch {
	case slices.Contains(offered, protocol.PositionEncodingKindUTF8):
		return protocol.PositionEncodingKindUTF8, syntax.UTF8
	case wide >= 0 && (usual < 0 || wide < usual):
		return protocol.PositionEncodingKindUTF32, syntax.UTF32
	}
	return protocol.PositionEncodingKindUTF16, syntax.UTF16
}
