// This file implements reports: the findings of a file as the protocol encodes them.

package publish

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/protocol"
)

// report is the findings of one file in the client's terms: an array of JSON, in blocks. It is immutable.
type report struct {
	blocks []*block
	count  int // findings
	size   int // bytes of the array
	// id returns the result id of a pull. Two ids are equal if and only if the findings are.
	id func() string
}

// noFindings is the report of a file without findings.
var noFindings = newReport(nil)

func newReport(blocks []*block) *report {
	r := &report{blocks: blocks, size: len("[]")}
	for i, b := range blocks {
		r.count += len(b.parts)
		r.size += len(b.from(i))
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
	type finding struct {
		block *block
		i     int
		at    protocol.Range
	}
	var found []finding
	for _, r := range all {
		for _, b := range r.blocks {
			for i, p := range b.parts {
				found = append(found, finding{b, i, p.at})
			}
		}
	}
	compare := func(a, b finding) int {
		return cmp.Or(
			cmp.Compare(a.at.Start.Line, b.at.Start.Line), cmp.Compare(a.at.Start.Character, b.at.Start.Character),
			cmp.Compare(a.at.End.Line, b.at.End.Line), cmp.Compare(a.at.End.Character, b.at.End.Character),
			bytes.Compare(a.block.tailOf(a.i), b.block.tailOf(b.i)),
		)
	}
	lists.SortStable(found, compare)
	found = slices.CompactFunc(found, func(a, b finding) bool { return compare(a, b) == 0 })
	b := builder{left: len(found)}
	for _, f := range found {
		b.move(f.block, f.i, f.at)
	}
	return b.report()
}

var opening, closing = []byte("["), []byte("]")

// pieces appends the array to others, in pieces that never change.
func (r *report) pieces(others [][]byte) [][]byte {
	others = append(others, opening)
	for i, b := range r.blocks {
		others = append(others, b.from(i))
	}
	return append(others, closing)
}

// appendTo appends the array to a text.
func (r *report) appendTo(b []byte) []byte {
	b = append(b, '[')
	for i, block := range r.blocks {
		b = append(b, block.from(i)...)
	}
	return append(b, ']')
}

// same reports whether two reports are equal. It skips blocks that they share.
func (r *report) same(other *report) bool {
	if r == other || r.size != other.size {
		return r == other
	}
	a, b := r.blocks, other.blocks
	for x, y := []byte(nil), []byte(nil); ; {
		if len(x) == 0 && len(y) == 0 && len(a) > 0 && len(b) > 0 && a[0] == b[0] {
			a, b = a[1:], b[1:]
			continue
		}
		if len(x) == 0 {
			if len(a) == 0 {
				return true
			}
			x, a = a[0].json, a[1:]
		}
		if len(y) == 0 { // the sizes are equal, so there is more
			y, b = b[0].json, b[1:]
		}
		n := min(len(x), len(y))
		if !bytes.Equal(x[:n], y[:n]) {
			return false
		}
		x, y = x[n:], y[n:]
	}
}

// appendFull appends the members of an answer to a pull with all findings.
func (r *report) appendFull(b []byte) []byte {
	b = append(append(b, `"kind":"full","resultId":"`...), r.id()...)
	return r.appendTo(append(b, `","items":`...))
}

// appendUnchanged appends the members of an answer to a pull by a client that has the findings.
func (r *report) appendUnchanged(b []byte) []byte {
	b = append(append(b, `"kind":"unchanged","resultId":"`...), r.id()...)
	return append(b, '"')
}
