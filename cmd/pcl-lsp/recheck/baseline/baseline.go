// Package baseline stores the findings that a team has accepted, so that a check reports
// only new ones.
//
// A baseline is JSON with one sorted entry on each line, so that git can merge the changes
// of two branches. Entries are identified by their fingerprints alone. The file, the code
// and the message are for people, and for listing entries that no longer occur.
//
// The package does not know how fingerprints are made or where files are.
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

// version is the version of the file format.
const version = 1

// Entry is one finding.
type Entry struct {
	File        string `json:"file"` // relative to the folder of the baseline, with slashes
	Code        string `json:"code"`
	Fingerprint string `json:"fingerprint"`
	Message     string `json:"message"`
}

// Baseline is a set of known findings. The zero value is empty.
type Baseline struct {
	byPrint map[string]Entry
	byFile  map[string][]Entry
}

// New returns the baseline with some entries.
func New(entries []Entry) Baseline {
	b := Baseline{map[string]Entry{}, map[string][]Entry{}}
	for _, e := range entries {
		if !b.Has(e.Fingerprint) {
			b.byFile[e.File] = append(b.byFile[e.File], e)
		}
		b.byPrint[e.Fingerprint] = e
	}
	return b
}

// Known returns the known ones of the findings of some files, by fingerprint. If an entry of a file has the code
// for findings that a limit hides, as many other findings of the file are known as entries no longer occur.
func (b Baseline) Known(found []Entry, limit string) map[string]bool {
	known, now := map[string]bool{}, New(found)
	for file, entries := range now.byFile {
		hid := slices.ContainsFunc(b.byFile[file], func(e Entry) bool { return e.Code == limit })
		gone := len(slices.DeleteFunc(slices.Clone(b.byFile[file]), func(e Entry) bool { return now.Has(e.Fingerprint) }))
		for _, e := range entries {
			if known[e.Fingerprint] = b.Has(e.Fingerprint); !known[e.Fingerprint] && hid && gone > 0 {
				known[e.Fingerprint] = true
				gone--
			}
		}
	}
	return known
}

// document is a baseline as JSON.
type document struct {
	Version      int     `json:"version"`
	Fingerprints int     `json:"fingerprints"` // the version of their algorithm
	Findings     []Entry `json:"findings"`
}

// Parse reads a baseline with fingerprints of the given version. The error says what is
// wrong with the text, and where.
func Parse(text []byte, fingerprints int) (Baseline, error) {
	var d document
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return Baseline{}, fmt.Errorf("line %d: not a baseline: %w", line(text, err, decoder.InputOffset()), err)
	}
	if decoder.More() {
		return Baseline{}, fmt.Errorf("line %d: unexpected text after the end of the baseline", 1+bytes.Count(text[:decoder.InputOffset()], []byte("\n")))
	}
	if d.Version != version || d.Fingerprints != fingerprints {
		return Baseline{}, errors.New("another version of pcl-lsp wrote this baseline; delete it and write it again")
	}
	for i, e := range d.Findings {
		if e.Fingerprint == "" || e.File == "" || e.Code == "" {
			return Baseline{}, fmt.Errorf("finding %d has no fingerprint, file or code", i+1)
		}
	}
	return New(d.Findings), nil
}

// line returns the line of an error.
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

// Write returns the text of the baseline, which is the same for the same entries.
func (b Baseline) Write(fingerprints int) ([]byte, error) {
	var text bytes.Buffer
	fmt.Fprintf(&text, "{\n\"version\": %d,\n\"fingerprints\": %d,\n\"findings\": [", version, fingerprints)
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	for i, e := range b.Entries() {
		if i == 0 {
			text.WriteString("\n")
		} else {
			text.Truncate(text.Len() - 1) // the newline of the last entry
			text.WriteString(",\n")
		}
		if err := lines.Encode(e); err != nil {
			return nil, err
		}
	}
	text.WriteString("]\n}\n")
	return text.Bytes(), nil
}

// Entries returns the findings, sorted by file, code and fingerprint.
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

// Without returns the entries that the other baseline lacks, sorted.
func (b Baseline) Without(others Baseline) []Entry {
	return slices.DeleteFunc(b.Entries(), func(e Entry) bool { return others.Has(e.Fingerprint) })
}
