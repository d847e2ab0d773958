// Package baseline keeps the findings that a team has decided to live with, so that a
// check reports only others.
//
// A baseline is JSON with one entry on each line, sorted, so that two branches that change
// it can be merged. Entries are recognised by their fingerprints alone; the file, the code
// and the message are for people, and for telling which entries no longer occur.
//
// It deliberately does not know how fingerprints are made and where files are.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// version is that of the form.
const version = 1

// Entry is one finding.
type Entry struct {
	File        string `json:"file"` // relative to the folder of the baseline, with slashes
	Code        string `json:"code"`
	Fingerprint string `json:"fingerprint"`
	Message     string `json:"message"`
}

// Baseline are findings that are known. The zero value has none.
type Baseline struct{ byPrint map[string]Entry }

// New is the baseline with some entries.
func New(entries []Entry) Baseline {
	b := Baseline{byPrint: map[string]Entry{}}
	for _, e := range entries {
		b.byPrint[e.Fingerprint] = e
	}
	return b
}

// document is the form of a baseline.
type document struct {
	Version      int     `json:"version"`
	Fingerprints int     `json:"fingerprints"` // how they are made
	Findings     []Entry `json:"findings"`
}

// Parse reads a baseline whose fingerprints must be made in a certain way. The error says
// what is wrong with the text, and where.
func Parse(text []byte, fingerprints int) (Baseline, error) {
	var d document
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return Baseline{}, fmt.Errorf("line %d: this is no baseline: %w", line(text, err, decoder.InputOffset()), err)
	}
	if decoder.More() {
		return Baseline{}, fmt.Errorf("line %d: there is something after the end of the baseline", 1+bytes.Count(text[:decoder.InputOffset()], []byte("\n")))
	}
	if d.Version != version || d.Fingerprints != fingerprints {
		return Baseline{}, errors.New("another version of pcl-lsp has made this baseline; remove it and write it again")
	}
	for i, e := range d.Findings {
		if e.Fingerprint == "" || e.File == "" || e.Code == "" {
			return Baseline{}, fmt.Errorf("finding %d has no fingerprint, file or code", i+1)
		}
	}
	return New(d.Findings), nil
}

// line is the line in which a text is no baseline.
func line(text []byte, err error, offset int64) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte("\n"))
}

// Write is the text of the baseline: the same for the same entries.
func (b Baseline) Write(fingerprints int) ([]byte, error) {
	var text bytes.Buffer
	fmt.Fprintf(&text, "{\n\"version\": %d,\n\"fingerprints\": %d,\n\"findings\": [", version, fingerprints)
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	for i, e := range b.Entries() {
		if i == 0 {
			text.WriteString("\n")
		} else {
			text.Truncate(text.Len() - 1) // the end of the line
			text.WriteString(",\n")
		}
		if err := lines.Encode(e); err != nil {
			return nil, err
		}
	}
	text.WriteString("]\n}\n")
	return text.Bytes(), nil
}

// Entries are the findings, by file, code and fingerprint.
func (b Baseline) Entries() []Entry {
	return slices.SortedFunc(maps.Values(b.byPrint), func(x, y Entry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Code, y.Code), cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
}

// Has reports whether a finding is known.
func (b Baseline) Has(fingerprint string) bool {
	_, has := b.byPrint[fingerprint]
	return has
}

// Without are the entries that some others do not have, sorted.
func (b Baseline) Without(others Baseline) []Entry {
	return slices.DeleteFunc(b.Entries(), func(e Entry) bool { return others.Has(e.Fingerprint) })
}
