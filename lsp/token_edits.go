// This file computes the difference between the tokens of two versions of a document.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/protocol"
)

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
