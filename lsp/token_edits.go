// This file computes the difference between the tokens of two versions of a document.

package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
)

// tokenEdits returns the edits that lead from the tokens of some rows to others. It looks only into rows that are not in both lists.
func tokenEdits(from, to []rowSegment) []protocol.SemanticTokensEdit {
	edits := []protocol.SemanticTokensEdit{}
	at := make(map[rowSegment]int, len(to))
	for j, row := range to {
		at[row] = j
	}
	start := 0
	for i, j := 0, 0; i < len(from) || j < len(to); {
		if i < len(from) && j < len(to) && from[i] == to[j] {
			start += from[i].count
			i, j = i+1, j+1
			continue
		}
		endI, endJ := len(from), len(to)
		for k := i; k < endI; k++ {
			if found, has := at[from[k]]; has && found >= j {
				endI, endJ = k, found
			}
		}
		edits = appendEdits(edits, start, itemSegments(from[i:endI]), itemSegments(to[j:endJ]))
		for ; i < endI; i++ {
			start += from[i].count
		}
		j = endJ
	}
	return edits
}

// appendEdits appends the edits that lead from the tokens of some items to others, which begin behind some numbers. Edits consist of whole tokens and leave
// unchanged items alone.
func appendEdits(edits []protocol.SemanticTokensEdit, start int, from, to []segment) []protocol.SemanticTokensEdit {
	for i, j := 0, 0; i < len(from) || j < len(to); {
		if i < len(from) && j < len(to) && from[i].same(to[j]) {
			start += from[i].count
			i, j = i+1, j+1
			continue
		}
		endI, endJ := nextCommon(from, to, i, j)
		before := numbers(from[i:endI])
		if edit, changed := shortest(before, numbers(to[j:endJ])); changed {
			edit.Start += uint32(start)
			edits = append(edits, edit)
		}
		start += len(before)
		i, j = endI, endJ
	}
	return edits
}

// nextCommon returns where two lists have a segment in common again: near the given places, otherwise at the first segment of the first list that the
// second also has.
func nextCommon(from, to []segment, i, j int) (endI, endJ int) {
	const near = 6
	for distance := 1; distance < 2*near; distance++ {
		for a := range min(distance, near) + 1 {
			if b := distance - a; i+a < len(from) && j+b < len(to) && from[i+a].same(to[j+b]) {
				return i + a, j + b
			}
		}
	}
	at := make(map[contents]int, len(to)-j)
	for k := len(to) - 1; k >= j; k-- {
		at[to[k].contents()] = k
	}
	for k := i; k < len(from); k++ {
		if found, has := at[from[k].contents()]; has {
			return k, found
		}
	}
	return len(from), len(to)
}

// shortest returns the edit between two lists of tokens without their common ends. It returns false if the lists are equal.
func shortest(before, after []uint32) (protocol.SemanticTokensEdit, bool) {
	same := func(i, j int) bool {
		return slices.Equal(before[i:i+numbersOfToken], after[j:j+numbersOfToken])
	}
	start := 0
	for start < min(len(before), len(after)) && same(start, start) {
		start += numbersOfToken
	}
	endBefore, endAfter := len(before), len(after)
	for min(endBefore, endAfter) > start && same(endBefore-numbersOfToken, endAfter-numbersOfToken) {
		endBefore, endAfter = endBefore-numbersOfToken, endAfter-numbersOfToken
	}
	return protocol.SemanticTokensEdit{Start: uint32(start), DeleteCount: uint32(endBefore - start), Data: after[start:endAfter]},
		start < endBefore || start < endAfter
}
