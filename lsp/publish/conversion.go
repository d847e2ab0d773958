// This file converts the findings of files into reports. Findings that an edit leaves alone keep their encodings.

package publish

import (
	"maps"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
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

// textsOf returns the files that places of findings are in.
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
