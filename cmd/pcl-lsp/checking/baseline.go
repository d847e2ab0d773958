package checking

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements baselines: the findings that a team has accepted, so that a check reports only new ones.
//
// A baseline is JSON with one sorted entry on each line, so that git can merge the changes
// of two branches. Entries are identified by their fingerprints alone. The file, the code
// and the message are for people, and for listing entries that no longer occur.

// Baselines are the baseline that a check reads, and the one that it writes. The zero value has none.
type Baselines struct {
	From, To *BaselineFile
	// Dir is the working directory, which the names of checked files are relative to.
	Dir string
	// Notes is where notes are printed; nil to print none.
	Notes io.Writer
}

// BaselineFile is the file of a baseline. Names in it are relative to its folder, so it works from any working
// directory.
type BaselineFile struct {
	name, path string
	known      Baseline
	found      []Entry // in all programs
}

// NewBaselineFile is a file at a native path, as the user names it, with some text. Without a text, it is empty.
func NewBaselineFile(name, path string, text []byte) (*BaselineFile, error) {
	f := &BaselineFile{name: name, path: path}
	if text == nil {
		return f, nil
	}
	var err error
	f.known, err = ParseBaseline(text, report.FingerprintVersion)
	return f, err
}

// relative is the name of a file in the baseline.
func (f *BaselineFile) relative(path string) string {
	return workspace.NameOf(filepath.Dir(f.path), path)
}

// recorded are the entries of some findings in the baselines.
type recorded struct{ from, to []Entry }

// record returns the entries of the findings of a program, and what tells which of the findings
// are known: those in the baseline that is read, or else those in the one that is written. Nil
// without baselines.
func (b *Baselines) record(snapshot *workspace.Snapshot, found []analysis.Diagnostic) (r recorded, isKnown func(i int) bool) {
	var prints []string
	if b.To != nil {
		r.to, prints = b.To.entries(snapshot, found)
		isKnown = func(i int) bool { return prints[i] != "" }
	}
	if b.From != nil {
		r.from, prints = b.From.entries(snapshot, found)
		known := b.From.known.Known(r.from, string(codes.FileSize))
		isKnown = func(i int) bool { return known[prints[i]] }
	}
	return r, isKnown
}

// entries returns the entries of findings, and the fingerprints of all. They are empty for
// syntax errors, which cannot be recorded: unparsed code is not checked, so nobody knows
// which findings they hide.
func (f *BaselineFile) entries(snapshot *workspace.Snapshot, found []analysis.Diagnostic) (entries []Entry, prints []string) {
	prints = fingerprints(snapshot, found, f.relative)
	for i, d := range found {
		if strings.HasPrefix(string(d.Code), "syntax.") {
			prints[i] = ""
		}
		if prints[i] != "" {
			entries = append(entries, Entry{f.relative(d.Path), string(d.Code), prints[i], d.Message})
		}
	}
	return entries, prints
}

// note notes the entries of the next program.
func (b *Baselines) note(r recorded) {
	if b.From != nil {
		b.From.found = append(b.From.found, r.from...)
	}
	if b.To != nil {
		b.To.found = append(b.To.found, r.to...)
	}
}

// end lists obsolete entries, and writes the baseline.
func (b *Baselines) end(checked []string) error {
	if b.From != nil {
		b.noteObsolete(b.obsolete(b.From, checked))
	}
	if b.To != nil {
		return b.write(checked)
	}
	return nil
}

// obsolete returns the entries of a baseline that no longer occur, in files that were
// checked or deleted. Other files were not looked at.
func (b *Baselines) obsolete(f *BaselineFile, checked []string) []Entry {
	looked := map[string]bool{}
	for _, name := range checked {
		if path, err := workspace.PathOf(b.Dir, name); err == nil {
			looked[f.relative(path)] = true
		}
	}
	return slices.DeleteFunc(f.known.Without(NewBaseline(f.found)), func(e Entry) bool {
		path, _ := workspace.PathOf(filepath.Dir(f.path), e.File)
		_, err := os.Lstat(filepath.FromSlash(path))
		return !looked[e.File] && err == nil
	})
}

// noteObsolete lists the entries that no longer occur.
func (b *Baselines) noteObsolete(obsolete []Entry) {
	if len(obsolete) == 0 || b.Notes == nil {
		return
	}
	fmt.Fprintf(b.Notes, "pcl-lsp: these entries of %s no longer occur; --write-baseline removes them:\n", b.From.name)
	for _, e := range obsolete {
		fmt.Fprintf(b.Notes, "  %s: %q [%s]\n", e.File, e.Message, e.Code)
	}
}

// write writes the findings. Entries of files that were not checked stay.
func (b *Baselines) write(checked []string) error {
	dropped, found := NewBaseline(b.obsolete(b.To, checked)), NewBaseline(b.To.found)
	entries := append(found.Entries(), lists.Where(b.To.known.Without(found), func(e Entry) bool {
		return !dropped.Has(e.Fingerprint)
	})...)
	text, err := NewBaseline(entries).Write(report.FingerprintVersion)
	if err == nil {
		err = replace.One(b.To.path, text, 0o644)
	}
	if err != nil {
		return fmt.Errorf("cannot write the baseline: %w", err)
	}
	if b.Notes != nil {
		fmt.Fprintf(b.Notes, "pcl-lsp: %s has %d findings\n", b.To.name, len(entries))
	}
	return nil
}

// baselineVersion is the version of the file format.
const baselineVersion = 1

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

// NewBaseline returns the baseline with some entries.
func NewBaseline(entries []Entry) Baseline {
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
	known, now := map[string]bool{}, NewBaseline(found)
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

// baselineDocument is a baseline as JSON.
type baselineDocument struct {
	Version      int     `json:"version"`
	Fingerprints int     `json:"fingerprints"` // the version of their algorithm
	Findings     []Entry `json:"findings"`
}

// ParseBaseline reads a baseline with fingerprints of the given version. The error says what is
// wrong with the text, and where.
func ParseBaseline(text []byte, fingerprints int) (Baseline, error) {
	var d baselineDocument
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return Baseline{}, fmt.Errorf("line %d: not a baseline: %w", line(text, err, decoder.InputOffset()), err)
	}
	if decoder.More() {
		return Baseline{}, fmt.Errorf("line %d: unexpected text after the end of the baseline", 1+bytes.Count(text[:decoder.InputOffset()], []byte("\n")))
	}
	if d.Version != baselineVersion || d.Fingerprints != fingerprints {
		return Baseline{}, errors.New("another version of pcl-lsp wrote this baseline; delete it and write it again")
	}
	for i, e := range d.Findings {
		if e.Fingerprint == "" || e.File == "" || e.Code == "" {
			return Baseline{}, fmt.Errorf("finding %d has no fingerprint, file or code", i+1)
		}
	}
	return NewBaseline(d.Findings), nil
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
	fmt.Fprintf(&text, "{\n\"version\": %d,\n\"fingerprints\": %d,\n\"findings\": [", baselineVersion, fingerprints)
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
