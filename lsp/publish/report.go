// This file implements reports: the findings of a file as the protocol encodes them.

package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

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
