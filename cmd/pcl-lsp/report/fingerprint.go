package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file identifies findings across versions of a program, for baselines and for comparing
// reports.
//
// A fingerprint consists of the code of the finding, the name of its file, the kind and name
// of its item, the flagged text, and the number of earlier findings in the file with the same
// data. So it survives added, moved and re-indented lines, but not edits of the flagged text,
// a renamed item, or a move to another file. Message and severity do not count: better wording
// or another policy does not make a new finding.
//
// **Why** it counts occurrences: the same mistake made twice in an item is two findings, and
// accepting one does not accept the other. Counting goes by place, so of several equal
// findings the last is the new one.

// FingerprintVersion is the version of the algorithm. Fingerprints of different versions cannot be
// compared.
const FingerprintVersion = 1

// fingerprintSize is how many bytes of the hash are kept, enough to avoid collisions among millions.
const fingerprintSize = 16

// Fingerprints returns the fingerprints of the findings of one file, in the order of the findings. All
// findings of the file must be given, in any order, or occurrences are counted wrongly. The
// name is the stable name of the file: a path with slashes relative to a fixed directory.
// Without a file, places do not count.
func Fingerprints(name string, file *syntax.File, findings []analysis.Diagnostic) []string {
	order := make([]int, len(findings))
	for i := range order {
		order[i] = i
	}
	lists.SortStable(order, func(i, j int) int {
		a, b := findings[i], findings[j]
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		if a.Span.End != b.Span.End {
			return a.Span.End - b.Span.End
		}
		return strings.Compare(a.Message, b.Message)
	})
	seen := map[Subject]int{}
	prints := make([]string, len(findings))
	for _, i := range order {
		about := SubjectOf(name, file, findings[i])
		prints[i] = about.Fingerprint(seen[about])
		seen[about]++
	}
	return prints
}

// Subject is what a finding is about, as far as it counts in other versions of the program.
type Subject struct{ Code, File, Kind, Item, Flagged string }

// SubjectOf returns the subject of a finding in a file, which may be nil.
func SubjectOf(name string, file *syntax.File, d analysis.Diagnostic) Subject {
	about := Subject{Code: string(d.Code), File: name}
	if d.Code == codes.ConfigStackPlainSecret { // the flagged text is a secret
		about.Flagged = d.Subject
		return about
	}
	if file == nil {
		return about
	}
	if item, ok := file.ItemAt(d.Span.Start); ok {
		about.Kind, about.Item = item.Kind.String(), item.Name
	}
	end := min(d.Span.End, file.Len())
	start := min(d.Span.Start, end)
	about.Flagged = normalised(file.Slice(syntax.Span{Start: start, End: end}))
	return about
}

// Fingerprint returns the fingerprint of a finding that has some number of equal ones before it
// in its file.
func (s Subject) Fingerprint(before int) string {
	return hashed(s.Code, s.File, s.Kind, s.Item, s.Flagged, fmt.Sprint(before))
}

// normalized collapses white space.
func normalised(text string) string { return strings.Join(strings.Fields(text), " ") }

// hashed hashes texts with their lengths, so that moving text from one to the next changes the
// result.
func hashed(parts ...string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d", FingerprintVersion)
	for _, p := range parts {
		fmt.Fprintf(h, ":%d:", len(p))
		io.WriteString(h, p)
	}
	return hex.EncodeToString(h.Sum(nil)[:fingerprintSize])
}
