// This file converts the findings of files into reports. Findings that an edit leaves alone keep their
// encodings, which successive reports share.

package publish

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

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
	result, err := v.convert(places, f, last)
	if err != nil {
		return nil, err
	}
	if last.result != nil && last.result.same(result) {
		result = last.result
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	lists.Put(&c.byPath, f.Found.Path, conversion{f.Found, v.textsOf(f), result})
	return result, nil
}

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
// from the last conversion at most in their place keep their encoding, or all of it behind the place.
func (v View) convert(places *place.Files, f workspace.FileReport, last conversion) (*report, error) {
	now, mapper := f.Found.Diagnostics, places.Of(f.Found.Path)
	var before []analysis.Diagnostic
	var moved syntax.Movement
	if last.result != nil && last.texts[0].source != nil {
		before, moved = last.found.Diagnostics, f.Source.MovedSince(last.texts[0].source)
	}
	first, rest := lists.Common(len(before), len(now), func(i, j int) bool { return sameButPlace(&before[i], &now[j]) })
	all := make([]*encoded, len(now))
	var fresh encoder
	for i := range now {
		was := -1 // the number of the same finding before
		switch {
		case i < first:
			was = i
		case i >= len(now)-rest:
			was = i + len(before) - len(now)
		}
		if was < 0 {
			one, err := fresh.encode(v.diagnostic(places, mapper, &now[i]))
			if err != nil {
				return nil, err
			}
			all[i] = one
			continue
		}
		known := last.result.findings[was]
		at := known.at
		if span, lines, ok := moved.Of(before[was].Span); ok && span == now[i].Span {
			at.Start.Line += uint32(lines)
			at.End.Line += uint32(lines)
		} else {
			at = v.Range(mapper, now[i].Span)
		}
		all[i] = known.movedTo(at)
	}
	return newReport(all), nil
}

// sameButPlace reports whether two findings differ at most in their place. Findings with related places never count as the same.
func sameButPlace(a, b *analysis.Diagnostic) bool {
	return a.Code == b.Code && a.Severity == b.Severity && a.Message == b.Message && len(a.Related) == 0 && len(b.Related) == 0
}

func (v View) textsOf(f workspace.FileReport) []convertedText {
	all := []convertedText{{f.Found.Path, f.Source, v.URI(f.Found.Path)}}
	if !v.Client.RelatedInformation {
		return all
	}
	for i := range f.Found.Diagnostics {
		for _, r := range f.Found.Diagnostics[i].Related {
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

// Source names the server in each diagnostic.
const Source = "pcl-lsp"

var diagnosticTags = map[codes.Tag]protocol.DiagnosticTag{
	codes.Unnecessary: protocol.DiagnosticTagUnnecessary,
	codes.Deprecated:  protocol.DiagnosticTagDeprecated,
}

// Diagnostics converts findings of a file.
func (v View) Diagnostics(places *place.Files, path string, found []analysis.Diagnostic) []protocol.Diagnostic {
	mapper := places.Of(path)
	out := make([]protocol.Diagnostic, 0, len(found))
	for i := range found {
		out = append(out, v.diagnostic(places, mapper, &found[i]))
	}
	return out
}

func (v View) diagnostic(places *place.Files, mapper place.Mapper, d *analysis.Diagnostic) protocol.Diagnostic {
	return protocol.Diagnostic{
		Range:              v.Range(mapper, d.Span),
		Severity:           protocol.DiagnosticSeverity(d.Severity), // the same numbers
		Code:               protocol.String(d.Code),
		CodeDescription:    v.codeDescription(places, d),
		Source:             protocol.NewOptional(Source),
		Message:            protocol.String(d.Message),
		Tags:               v.tags(d.Code),
		RelatedInformation: v.related(places, d.Related),
	}
}

// codeDescription links to the explanation of a code, which for a team's own rule is the rule.
func (v View) codeDescription(places *place.Files, d *analysis.Diagnostic) protocol.CodeDescription {
	if !v.Client.CodeLinks {
		return protocol.CodeDescription{}
	}
	if d.Rule != nil {
		if at, ok := places.Location(d.Rule.Path, d.Rule.Span); ok {
			return protocol.CodeDescription{Href: uri.URI(fmt.Sprintf("%s#L%d", at.URI, at.Range.Start.Line+1))}
		}
	}
	return protocol.CodeDescription{Href: uri.URI(d.Code.Link())}
}

func (v View) tags(code codes.Code) protocol.DiagnosticTags {
	tag, tagged := diagnosticTags[code.Tag()]
	if !tagged || !slices.Contains(v.Client.Tags, tag) {
		return protocol.DiagnosticTags{}
	}
	return protocol.NewDiagnosticTags(tag)
}

func (v View) related(places *place.Files, related []analysis.Related) []protocol.DiagnosticRelatedInformation {
	if !v.Client.RelatedInformation {
		return nil
	}
	var out []protocol.DiagnosticRelatedInformation
	for _, r := range related {
		if location, ok := places.Location(r.Path, r.Span); ok {
			out = append(out, protocol.DiagnosticRelatedInformation{Location: location, Message: r.Message})
		}
	}
	return out
}

// encoded is the encoding of a finding. It is immutable.
//
// Why each finding has its own, and not all of a file one text: a file may have thousands, of which a keystroke
// changes one. Copying the others is most of the memory that it takes.
type encoded struct {
	json []byte         // with a comma before it
	tail int            // offset of everything after the range
	at   protocol.Range // where it stands in the file
}

// encoder encodes findings one after the other.
type encoder struct{ text []byte } // of the last one, for its room

func (e *encoder) encode(d protocol.Diagnostic) (*encoded, error) {
	text, err := protocol.AppendMarshal(append(e.text[:0], ','), &d)
	if err != nil {
		return nil, err
	}
	e.text = text
	head := appendHead(make([]byte, 0, len(text)), d.Range)
	if !bytes.HasPrefix(text, head) {
		return nil, fmt.Errorf("unexpected encoding of a finding: %s", text)
	}
	return &encoded{append(head, text[len(head):]...), len(head), d.Range}, nil
}

// movedTo returns the encoding of the finding at another place.
func (e *encoded) movedTo(at protocol.Range) *encoded {
	if at == e.at {
		return e
	}
	head := appendHead(make([]byte, 0, len(e.json)+room), at)
	return &encoded{append(head, e.json[e.tail:]...), len(head), at}
}

// room is the space for further digits of a place.
const room = 16

// after returns the text of a finding that follows a number of others in a report. Nothing precedes the first.
func (e *encoded) after(others int) []byte {
	if others == 0 {
		return e.json[1:]
	}
	return e.json
}

func (e *encoded) same(other *encoded) bool { return e == other || bytes.Equal(e.json, other.json) }

// compare orders findings by their places.
func (e *encoded) compare(other *encoded) int {
	a, b := e.at, other.at
	return cmp.Or(
		cmp.Compare(a.Start.Line, b.Start.Line), cmp.Compare(a.Start.Character, b.Start.Character),
		cmp.Compare(a.End.Line, b.End.Line), cmp.Compare(a.End.Character, b.End.Character),
		bytes.Compare(e.json, other.json),
	)
}

// appendHead encodes the beginning of a finding, up to and including its range.
func appendHead(b []byte, r protocol.Range) []byte {
	b = appendPosition(append(b, `,{"range":{"start":`...), r.Start)
	b = appendPosition(append(b, `,"end":`...), r.End)
	return append(b, '}')
}

func appendPosition(b []byte, p protocol.Position) []byte {
	b = strconv.AppendUint(append(b, `{"line":`...), uint64(p.Line), 10)
	b = strconv.AppendUint(append(b, `,"character":`...), uint64(p.Character), 10)
	return append(b, '}')
}

// report is the findings of one file in the client's terms: an array of JSON. It is immutable.
type report struct {
	findings []*encoded
	size     int // bytes of the array
	// id returns the result id of a pull. Two ids are equal if and only if the findings are.
	id func() string
}

// noFindings is the report of a file without findings.
var noFindings = newReport(nil)

func newReport(findings []*encoded) *report {
	r := &report{findings: findings, size: len("[]")}
	for i, e := range findings {
		r.size += len(e.after(i))
	}
	r.id = sync.OnceValue(func() string {
		hash := sha256.New()
		for _, piece := range r.pieces(nil) {
			hash.Write(piece)
		}
		return hex.EncodeToString(hash.Sum(nil)[:12])
	})
	return r
}

// joined returns the findings of several reports of one version of a file, each once, in the order of their places.
func joined(all []*report) *report {
	switch len(all) {
	case 0:
		return noFindings
	case 1:
		return all[0]
	}
	var found []*encoded
	for _, r := range all {
		found = append(found, r.findings...)
	}
	lists.SortStable(found, (*encoded).compare)
	return newReport(slices.CompactFunc(found, (*encoded).same))
}

var opening, closing = []byte("["), []byte("]")

// pieces appends the array to others, in pieces that never change.
func (r *report) pieces(others [][]byte) [][]byte {
	others = append(others, opening)
	for i, e := range r.findings {
		others = append(others, e.after(i))
	}
	return append(others, closing)
}

// same reports whether two reports are equal.
func (r *report) same(other *report) bool {
	return r == other || r.size == other.size && slices.EqualFunc(r.findings, other.findings, (*encoded).same)
}

// appendFull appends the members of an answer to a pull with all findings.
func (r *report) appendFull(b []byte) []byte {
	b = append(append(b, `"kind":"full","resultId":"`...), r.id()...)
	b = append(b, `","items":`...)
	for _, piece := range r.pieces(nil) {
		b = append(b, piece...)
	}
	return b
}

// appendUnchanged appends the members of an answer to a pull by a client that has the findings.
func (r *report) appendUnchanged(b []byte) []byte {
	b = append(append(b, `"kind":"unchanged","resultId":"`...), r.id()...)
	return append(b, '"')
}
