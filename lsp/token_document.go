// This file puts the tokens of items together to those of a document, and computes the difference between two versions.

package lsp

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/protocol"
)

// documentTokens holds the tokens of a document. It is immutable.
type documentTokens struct {
	id    string // equal for equal tokens, and different otherwise with near certainty
	made  *tokenDocument
	items lists.Rows[segment]
	sum   uint64 // of the items
}

type (
	tokenDocument = semantic.Document[*itemTokens]
	paintedTokens = semantic.Painted[*itemTokens]
)

// reusable returns what the tokens were made from, of which the next can reuse some; nil for nothing.
func (d *documentTokens) reusable() *tokenDocument {
	if d == nil {
		return nil
	}
	return d.made
}

// segment is an item with its tokens behind those of other items.
type segment struct {
	of    *itemTokens
	count uint32 // of numbers
	gap   uint32 // the distance in lines from the last token before it; 0 if the item has no tokens
}

func (s segment) same(as segment) bool {
	return s == as || s.gap == as.gap && s.count == as.count && s.of.sum == as.of.sum
}

// follow returns an item on a line behind a token on another line, and the line of the last token by then.
func follow(of *itemTokens, line, last int) (s segment, now int) {
	if of.count == 0 {
		return segment{of: of}, last
	}
	return segment{of, of.count, uint32(line + of.firstLine - last)}, line + of.lastLine
}

// segmentsOf returns items in a row, and nothing before them.
func segmentsOf(items []semantic.Placed[*itemTokens]) []segment {
	all := make([]segment, len(items))
	last := 0
	for i, it := range items {
		all[i], last = follow(it.Made, it.Line, last)
	}
	return all
}

// newDocumentTokens returns the tokens of a document. It takes over what it can from those of an earlier version,
// which may be nil.
func newDocumentTokens(made *tokenDocument, before *documentTokens) *documentTokens {
	if before.reusable() == nil {
		before = &documentTokens{made: &tokenDocument{}}
	}
	was := before.items
	first, rest := before.made.Items.Common(made.Items, func(a, b *paintedTokens) bool { return a == b })
	behind, line := made.Items.Len()-rest, 0
	for i := first - 1; i >= 0; i-- {
		if of := was.At(i).of; of.count > 0 {
			line = made.File.Item(i).Line + of.lastLine
			break
		}
	}
	now := make([]segment, 0, behind-first+1)
	for i, it := range made.Items.From(first) {
		s, last := follow(it.Made, made.File.Item(i).Line, line)
		now, line = append(now, s), last
		if i >= behind && s.count > 0 { // the others are behind the same one as before
			break
		}
	}
	end := was.Len() + first + len(now) - made.Items.Len() // in the earlier version
	d := &documentTokens{made: made, items: was.With(first, end, now)}
	if d.items.Len() == was.Len() {
		d.sum = before.sum - sumOf(was, first, end) + sumOf(d.items, first, end)
	} else {
		d.sum = sumOf(d.items, 0, d.items.Len())
	}
	d.id = strconv.FormatUint(d.sum, 36)
	return d
}

// sumOf identifies the tokens of the items from one index to another. It is not safe against collisions made on
// purpose, which would only affect their author.
func sumOf(items lists.Rows[segment], first, behind int) (sum uint64) {
	const factor, gapFactor = 0x9e3779b97f4a7c15, 0xd1342543de82ef95
	for i, s := range items.From(first) {
		if i == behind {
			break
		}
		if s.count > 0 {
			sum += bits.RotateLeft64((uint64(i)*factor^(s.of.sum+uint64(s.gap)*gapFactor))*factor, 31) * gapFactor
		}
	}
	return sum
}

// tokenEdits returns the edits that lead from the tokens of some items to others. Edits consist of whole tokens and
// leave unchanged items alone.
func tokenEdits(was, is lists.Rows[segment]) []protocol.SemanticTokensEdit {
	edits := []protocol.SemanticTokensEdit{}
	first, last := was.Common(is, segment.same)
	start := uint32(0)
	for i, s := range was.From(0) {
		if i == first {
			break
		}
		start += s.count
	}
	from, to := was.Between(first, was.Len()-last), is.Between(first, is.Len()-last)
	for len(from) > 0 || len(to) > 0 {
		if len(from) > 0 && len(to) > 0 && from[0].same(to[0]) {
			start += from[0].count
			from, to = from[1:], to[1:]
			continue
		}
		i, j := nextCommon(from, to)
		before := numbers(from[:i])
		if edit, changed := shortest(before, numbers(to[:j])); changed {
			edit.Start += start
			edits = append(edits, edit)
		}
		start += uint32(len(before))
		from, to = from[i:], to[j:]
	}
	return edits
}

// nextCommon returns where two lists have a segment in common again, if that is near, and otherwise their ends.
func nextCommon(from, to []segment) (i, j int) {
	const near = 6
	for distance := 1; distance < 2*near; distance++ {
		for i := range min(distance, near) + 1 {
			if j := distance - i; i < len(from) && j < len(to) && from[i].same(to[j]) {
				return i, j
			}
		}
	}
	return len(from), len(to)
}

// shortest returns the edit between two lists of tokens without their common ends. It returns false if the lists are equal.
func shortest(before, after []uint32) (protocol.SemanticTokensEdit, bool) {
	first, last := lists.Common(len(before)/numbersOfToken, len(after)/numbersOfToken, func(i, j int) bool {
		return slices.Equal(before[i*numbersOfToken:(i+1)*numbersOfToken], after[j*numbersOfToken:(j+1)*numbersOfToken])
	})
	start, end := first*numbersOfToken, last*numbersOfToken
	changed := after[start : len(after)-end]
	deleted := len(before) - start - end
	return protocol.SemanticTokensEdit{Start: uint32(start), DeleteCount: uint32(deleted), Data: changed}, deleted > 0 || len(changed) > 0
}
