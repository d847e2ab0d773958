// This file implements the findings of a file as the protocol writes them, and the
// memory of them: what did not change is not converted again.

package lsp

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	tails       []tail // what json says of each but its range
	// id is equal if and only if the diagnostics are: the result id of a pull. It is made
	// of the findings alone, so that a client may keep it for as long as it likes: it
	// means the same to a server that was started later.
	id func() string
}

// tail is a part of an encoding: from, to.
type tail [2]int

// noFindings are those of a file without any.
var noFindings = newConverted(nil, []byte("[]"), nil)

func newConverted(diagnostics []protocol.Diagnostic, encoded []byte, tails []tail) *converted {
	return &converted{diagnostics, encoded, tails, sync.OnceValue(func() string {
		sum := sha256.Sum256(encoded)
		return hex.EncodeToString(sum[:12])
	})}
}

// same reports whether two are equal.
func (c *converted) same(other *converted) bool {
	return c == other || bytes.Equal(c.json, other.json)
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

// size is how long the encoding is.
func (c conversion) size() int {
	if c.result == nil {
		return 0
	}
	return len(c.result.json) + 64
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
	result, err := v.convert(places, f.Found, last)
	if err != nil {
		return nil, err
	}
	if last.result != nil && last.result.same(result) {
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

// retain lets go of all other files. What is asked about one of them meanwhile, such as
// a document outside of the workspace, is converted anew if it is asked again.
//
// Why: files that go while something is found in them are never heard of again, and each
// would keep its text and its findings for as long as the server runs.
func (c *conversions) retain(shown map[string]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.byPath, func(path string, _ conversion) bool { return !shown[path] })
}

// convert converts findings. Those at the beginning and at the end that say the same as
// in the last conversion are only put into their places: a file may have thousands, of
// which an edit changes one.
func (v *view) convert(places *mappers, found *analysis.FileFindings, last conversion) (*converted, error) {
	now := found.Diagnostics
	head, foot := unchanged(last, now)
	middle := v.diagnostics(places, found.Path, now[head:len(now)-foot])
	b := make([]byte, 0, 256*len(middle)+last.size())
	b = append(b, '[')
	diagnostics, tails := make([]protocol.Diagnostic, 0, len(now)), make([]tail, 0, len(now))
	mapper := places.of(found.Path)
	add := func(d protocol.Diagnostic, says []byte) {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = appendRange(append(b, `{"range":`...), d.Range)
		b = append(b, says...)
		diagnostics, tails = append(diagnostics, d), append(tails, tail{len(b) - len(says), len(b)})
	}
	for i := range now {
		if i >= head && i < len(now)-foot {
			says, err := tailOf(middle[i-head])
			if err != nil {
				return nil, err
			}
			add(middle[i-head], says)
			continue
		}
		before := i
		if i >= head {
			before += len(last.result.tails) - len(now)
		}
		d, t := last.result.diagnostics[before], last.result.tails[before]
		d.Range = v.rangeOf(mapper, now[i].Span)
		add(d, last.result.json[t[0]:t[1]])
	}
	return newConverted(diagnostics, append(b, ']'), tails), nil
}

// unchanged is how many findings at the beginning and at the end say what they did.
func unchanged(last conversion, now []analysis.Diagnostic) (head, foot int) {
	if last.result == nil {
		return 0, 0
	}
	before := last.found.Diagnostics
	most := min(len(before), len(now))
	for head < most && saysSame(before[head], now[head]) {
		head++
	}
	for foot < most-head && saysSame(before[len(before)-1-foot], now[len(now)-1-foot]) {
		foot++
	}
	return head, foot
}

// saysSame reports whether two findings differ in their place at most. Those that refer
// to other places never count as the same.
func saysSame(a, b analysis.Diagnostic) bool {
	return a.Code == b.Code && a.Severity == b.Severity && a.Message == b.Message && len(a.Related) == 0 && len(b.Related) == 0
}

// tailOf is what the encoding of a finding says after its range.
func tailOf(d protocol.Diagnostic) ([]byte, error) {
	encoded, err := protocol.Marshal(d)
	head := appendRange([]byte(`{"range":`), d.Range)
	if err == nil && !bytes.HasPrefix(encoded, head) {
		err = fmt.Errorf("a finding is encoded as %s", encoded)
	}
	if err != nil {
		return nil, err
	}
	return encoded[len(head):], nil
}

// appendRange encodes a range.
func appendRange(b []byte, r protocol.Range) []byte {
	b = appendPosition(append(b, `{"start":`...), r.Start)
	b = appendPosition(append(b, `,"end":`...), r.End)
	return append(b, '}')
}

func appendPosition(b []byte, p protocol.Position) []byte {
	b = strconv.AppendUint(append(b, `{"line":`...), uint64(p.Line), 10)
	b = strconv.AppendUint(append(b, `,"character":`...), uint64(p.Character), 10)
	return append(b, '}')
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
