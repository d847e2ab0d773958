// This file implements the findings of a file as the protocol writes them, and the
// memory of them: what did not change is not converted again.

package lsp

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// converted are the findings of one file in the client's terms. They are immutable.
type converted struct {
	diagnostics []protocol.Diagnostic
	json        []byte // the diagnostics, encoded
	id          string // equal if and only if the diagnostics are: the result id of a pull
}

// noFindings are those of a file without any.
var noFindings = &converted{json: []byte("[]"), id: resultID([]byte("[]"))}

// resultID is made of the findings alone, so that a client may keep it for as long as
// it likes: it means the same to a server that was started later.
func resultID(encoded []byte) string {
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:12])
}

// same reports whether two are equal, mostly without looking.
func (c *converted) same(other *converted) bool {
	return c == other || c.id == other.id && bytes.Equal(c.json, other.json)
}

// conversions remembers the last conversion of each file. The zero value is ready; it
// is safe for concurrent use.
type conversions struct {
	mu     sync.Mutex // guards byPath
	byPath map[string]conversion
}

// conversion is a result with everything that it was made of.
type conversion struct {
	found  *analysis.FileFindings
	places []placedIn // the file itself first, then those that related places are in
	result *converted
}

// placedIn is a file as places in it were converted.
type placedIn struct {
	path   string
	source *syntax.File
	uri    uri.URI
}

// of converts what was found in a file, or remembers it.
func (c *conversions) of(v *view, places *mappers, f workspace.FileReport) (*converted, error) {
	if len(f.Found.Diagnostics) == 0 {
		c.forget(f.Found.Path)
		return noFindings, nil
	}
	c.mu.Lock()
	last, known := c.byPath[f.Found.Path]
	c.mu.Unlock()
	if known && last.found == f.Found && v.holds(f, last.places) {
		return last.result, nil
	}
	result, err := v.convert(places, f.Found)
	if err != nil {
		return nil, err
	}
	if known && last.result.same(result) {
		result = last.result
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byPath == nil {
		c.byPath = map[string]conversion{}
	}
	c.byPath[f.Found.Path] = conversion{f.Found, v.placesOf(f), result}
	return result, nil
}

// forget lets go of a file that is no longer shown.
func (c *conversions) forget(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byPath, path)
}

// convert converts findings, whether or not they were before.
func (v *view) convert(places *mappers, found *analysis.FileFindings) (*converted, error) {
	diagnostics := v.diagnostics(places, found.Path, found.Diagnostics)
	encoded, err := protocol.Marshal(diagnostics)
	if err != nil {
		return nil, err
	}
	return &converted{diagnostics, encoded, resultID(encoded)}, nil
}

// placesOf are the files that the places of findings are in.
func (v *view) placesOf(f workspace.FileReport) []placedIn {
	all := []placedIn{{f.Found.Path, f.Source, v.uriOf(f.Found.Path)}}
	if !v.client.relatedInformation {
		return all
	}
	for _, d := range f.Found.Diagnostics {
		for _, r := range d.Related {
			if !slices.ContainsFunc(all, func(p placedIn) bool { return p.path == r.Path }) {
				all = append(all, v.placedIn(r.Path))
			}
		}
	}
	return all
}

func (v *view) placedIn(path string) placedIn {
	p := placedIn{path: path, uri: v.uriOf(path)}
	if program := v.snapshot.Program(path); program != nil {
		p.source, _ = program.File(path)
	}
	return p
}

// holds reports whether files are still as places in them were converted, that of the
// report first.
func (v *view) holds(f workspace.FileReport, places []placedIn) bool {
	own := placedIn{f.Found.Path, f.Source, v.uriOf(f.Found.Path)}
	return places[0] == own && !slices.ContainsFunc(places[1:], func(p placedIn) bool { return v.placedIn(p.path) != p })
}
