// This file implements reports: the findings of a file as the protocol encodes them. A cache avoids converting unchanged findings again.

package publish

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
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// report is the findings of one file in the client's terms. It is immutable.
type report struct {
	diagnostics []protocol.Diagnostic
	json        []byte // the diagnostics, encoded
	tails       []tail // of json, for each diagnostic: everything after its range
	// id returns the result id of a pull. Two ids are equal if and only if the diagnostics are.
	id func() string
}

// tail is a part of an encoding: from, to.
type tail [2]int

// noFindings is the report of a file without findings.
var noFindings = newReport(nil, []byte("[]"), nil)

func newReport(diagnostics []protocol.Diagnostic, encoded []byte, tails []tail) *report {
	return &report{diagnostics, encoded, tails, sync.OnceValue(func() string {
		sum := sha256.Sum256(encoded)
		return hex.EncodeToString(sum[:12])
	})}
}

// same reports whether two reports are equal.
func (r *report) same(other *report) bool {
	return r == other || bytes.Equal(r.json, other.json)
}

func (r *report) full() protocol.FullDocumentDiagnosticReport {
	return protocol.FullDocumentDiagnosticReport{Kind: string(protocol.DocumentDiagnosticReportKindFull), ResultID: new(r.id()), Items: r.diagnostics}
}

func (r *report) unchanged() protocol.UnchangedDocumentDiagnosticReport {
	return protocol.UnchangedDocumentDiagnosticReport{Kind: string(protocol.DocumentDiagnosticReportKindUnchanged), ResultID: r.id()}
}

// reports caches the last report of each file. The zero value is ready to use. It is safe for concurrent use.
type reports struct {
	mu     sync.Mutex // guards byPath
	byPath map[string]conversion
}

// conversion is a report and everything that it was made of.
type conversion struct {
	found  *analysis.FileFindings
	texts  []convertedText // the file itself first, then the files of related places
	result *report
}

// size is the length of the encoding with some room for edits.
func (c conversion) size() int {
	if c.result == nil {
		return 0
	}
	return len(c.result.json) + 64
}

// convertedText is the version of a file that places were converted with.
type convertedText struct {
	path   string
	source *syntax.File
	uri    uri.URI
}

// of returns the report of a file, from the cache if nothing has changed.
func (c *reports) of(v View, places *place.Files, f workspace.FileReport) (*report, error) {
	if len(f.Found.Diagnostics) == 0 {
		c.forget(f.Found.Path)
		return noFindings, nil
	}
	c.mu.Lock()
	last, known := c.byPath[f.Found.Path]
	c.mu.Unlock()
	if known && last.found == f.Found && v.isCurrent(f, last.texts) {
		return last.result, nil
	}
	places.Add(f.Found.Path, f.Source) // the snapshot may have another text by now, or none: events get lost
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
	c.byPath[f.Found.Path] = conversion{f.Found, v.textsOf(f), result}
	return result, nil
}

// forget drops a file.
func (c *reports) forget(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byPath, path)
}

// retain drops all files that are not shown. Otherwise a file that disappears while it has findings would stay in memory forever. A file that is pulled
// but not shown, such as a document outside the workspace, is converted again at the next pull.
func (c *reports) retain(shows func(path string) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.byPath, func(path string, _ conversion) bool { return !shows(path) })
}

// convert converts findings. A file may have thousands of findings, of which an edit changes one. So findings at the beginning and at the end that differ
// from the last conversion only in their place keep the rest of their encoding.
func (v View) convert(places *place.Files, found *analysis.FileFindings, last conversion) (*report, error) {
	now := found.Diagnostics
	head, foot := unchanged(last, now)
	middle := v.Diagnostics(places, found.Path, now[head:len(now)-foot])
	b := make([]byte, 0, 256*len(middle)+last.size())
	b = append(b, '[')
	diagnostics, tails := make([]protocol.Diagnostic, 0, len(now)), make([]tail, 0, len(now))
	mapper := places.Of(found.Path)
	add := func(d protocol.Diagnostic, rest []byte) {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = appendRange(append(b, `{"range":`...), d.Range)
		b = append(b, rest...)
		diagnostics, tails = append(diagnostics, d), append(tails, tail{len(b) - len(rest), len(b)})
	}
	for i := range now {
		if i >= head && i < len(now)-foot {
			rest, err := tailOf(middle[i-head])
			if err != nil {
				return nil, err
			}
			add(middle[i-head], rest)
			continue
		}
		before := i
		if i >= head {
			before += len(last.result.tails) - len(now)
		}
		d, t := last.result.diagnostics[before], last.result.tails[before]
		d.Range = v.Range(mapper, now[i].Span)
		add(d, last.result.json[t[0]:t[1]])
	}
	return newReport(diagnostics, append(b, ']'), tails), nil
}

// unchanged counts the findings at the beginning and at the end that differ from the last conversion at most in their place.
func unchanged(last conversion, now []analysis.Diagnostic) (head, foot int) {
	if last.result == nil {
		return 0, 0
	}
	before := last.found.Diagnostics
	most := min(len(before), len(now))
	for head < most && sameButPlace(before[head], now[head]) {
		head++
	}
	for foot < most-head && sameButPlace(before[len(before)-1-foot], now[len(now)-1-foot]) {
		foot++
	}
	return head, foot
}

// sameButPlace reports whether two findings differ at most in their place. Findings with related places never count as the same.
func sameButPlace(a, b analysis.Diagnostic) bool {
	return a.Code == b.Code && a.Severity == b.Severity && a.Message == b.Message && len(a.Related) == 0 && len(b.Related) == 0
}

// tailOf returns the encoding of a finding after its range.
func tailOf(d protocol.Diagnostic) ([]byte, error) {
	encoded, err := protocol.Marshal(d)
	head := appendRange([]byte(`{"range":`), d.Range)
	if err == nil && !bytes.HasPrefix(encoded, head) {
		err = fmt.Errorf("unexpected encoding of a finding: %s", encoded)
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

// textsOf returns the files that places of findings are in.
func (v View) textsOf(f workspace.FileReport) []convertedText {
	all := []convertedText{{f.Found.Path, f.Source, v.URI(f.Found.Path)}}
	if !v.Client.RelatedInformation {
		return all
	}
	for _, d := range f.Found.Diagnostics {
		for _, r := range d.Related {
			if !slices.ContainsFunc(all, func(t convertedText) bool { return t.path == r.Path }) {
				all = append(all, v.textOf(r.Path))
			}
		}
	}
	return all
}

func (v View) textOf(path string) convertedText {
	t := convertedText{path: path, uri: v.URI(path)}
	if program := v.Snapshot.Program(path); program != nil {
		t.source, _ = program.File(path)
	}
	return t
}

// isCurrent reports whether texts have not changed since they were converted. The file of the report comes first.
func (v View) isCurrent(f workspace.FileReport, texts []convertedText) bool {
	own := convertedText{f.Found.Path, f.Source, v.URI(f.Found.Path)}
	return texts[0] == own && !slices.ContainsFunc(texts[1:], func(t convertedText) bool { return v.textOf(t.path) != t })
}
