// This file implements the conversion of positions, ranges and URIs at one moment.

package place

import (
	"math"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

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
