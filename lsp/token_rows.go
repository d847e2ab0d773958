// This file puts the tokens of items together to those of rows, and those to the tokens of a document, so that an edit costs the rows that it concerns.

package lsp

import (
	"strconv"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
)

// documentTokens holds the tokens of a document. It is immutable.
type documentTokens struct {
	id   string // equal for equal tokens, and different otherwise with near certainty
	made *tokenDocument
	rows []rowSegment
}

type tokenDocument = semantic.Document[*itemTokens, *rowTokens]

// rowTokens holds the tokens of a row of items. Lines are relative to the row. It is immutable.
type rowTokens struct {
	items     []segment // the gap of the first is 0
	count     int       // of numbers
	firstLine int
	lastLine  int
	sum       tokenSum // of items
}

// rowSegment is a row with tokens. gap is the distance in lines from the last token before it.
type rowSegment struct {
	*rowTokens
	gap uint32
}

func newRowTokens(items []semantic.Placed[*itemTokens]) *rowTokens {
	t := &rowTokens{items: segmentsOf(items), sum: noTokens}
	if len(t.items) == 0 {
		return t
	}
	t.firstLine, t.items[0].gap = int(t.items[0].gap), 0
	line := t.firstLine
	for i, s := range t.items {
		t.sum = t.sum.then(sumOf(s))
		if t.count += s.count; i > 0 {
			line += int(s.gap)
		}
		line += s.lastLine - s.firstLine
	}
	t.lastLine = line
	return t
}

func newDocumentTokens(made *tokenDocument) *documentTokens {
	d := &documentTokens{made: made, rows: make([]rowSegment, 0, len(made.Rows))}
	last, sum := 0, noTokens
	for _, row := range made.Rows {
		if of := row.Made; of.count > 0 {
			s := rowSegment{of, uint32(row.Line + of.firstLine - last)}
			last = row.Line + of.lastLine
			d.rows, sum = append(d.rows, s), sum.then(of.sum.after(s.gap))
		}
	}
	d.id = sum.String()
	return d
}

// numbers returns all tokens.
func (d *documentTokens) numbers() []uint32 {
	n := 0
	for _, row := range d.rows {
		n += row.count
	}
	all := make([]uint32, 0, n)
	for _, row := range d.rows {
		start := len(all)
		all = appendNumbers(all, row.items)
		all[start] = row.gap
	}
	return all
}

// itemSegments returns the segments of the items in some rows.
func itemSegments(rows []rowSegment) []segment {
	var all []segment
	for _, row := range rows {
		start := len(all)
		all = append(all, row.items...)
		all[start].gap = row.gap
	}
	return all
}

// tokenSum identifies a sequence of segments, whatever rows they are in: the sum of two sequences in a row follows from their sums. It is a polynomial of the
// segments, twice with different factors. It is not safe against collisions made on purpose, which would only affect their author.
type tokenSum struct {
	sum   [2]uint64
	power [2]uint64 // the factors to the power of the number of segments
}

var (
	noTokens     = tokenSum{power: [2]uint64{1, 1}}
	tokenFactors = [2]uint64{0x9e3779b97f4a7c15, 0xd1342543de82ef95}
	gapFactors   = [2]uint64{0xbf58476d1ce4e5b9, 0x94d049bb133111eb}
	sumFactors   = [2]uint64{0x100000001b3, 0xff51afd7ed558ccd}
)

func sumOf(s segment) tokenSum {
	t := tokenSum{power: tokenFactors}
	for i := range t.sum {
		t.sum[i] = ((s.sum ^ s.sum>>29) + 1) * sumFactors[i]
	}
	return t.after(s.gap)
}

// after returns the sum of the sequence with a larger gap before it.
func (t tokenSum) after(gap uint32) tokenSum {
	for i := range t.sum { // the power is that of the first segment times the factor
		t.sum[i] += uint64(gap) * gapFactors[i] * t.power[i]
	}
	return t
}

// then returns the sum of two sequences in a row.
func (t tokenSum) then(next tokenSum) tokenSum {
	for i := range t.sum {
		t.sum[i] = t.sum[i]*next.power[i] + next.sum[i]
		t.power[i] *= next.power[i]
	}
	return t
}

func (t tokenSum) String() string {
	return strconv.FormatUint(t.sum[0], 36) + "-" + strconv.FormatUint(t.sum[1], 36)
}
