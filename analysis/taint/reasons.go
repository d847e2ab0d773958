package taint

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements how a program says why a secret may be shown: by a comment
// on the line of the call or directly above it.

// notReasons are words that promise a reason and are none.
var notReasons = []string{"todo", "fixme", "xxx", "hack"}

// statesReason reports whether a comment says why a call is right: it stands behind
// the call's first line, or ends on the line above, where comments that suppress findings may follow.
func statesReason(text string, call hclsyntax.Node) bool {
	if !strings.ContainsAny(text, "#/") {
		return false
	}
	line := func(offset int) int { return strings.Count(text[:min(offset, len(text))], "\n") }
	here := line(call.Range().Start.Byte)
	below := here // the line above which the reason ends
	for _, c := range slices.Backward(syntax.Comments(text)) {
		comment, before := text[c.Start:c.End], text[:c.Start]
		first, last := line(c.Start), line(c.End-1)
		alone := strings.Trim(before[strings.LastIndexByte(before, '\n')+1:], " \t\uFEFF") == ""
		above := alone && last == below-1
		switch {
		case above && suppresses(comment):
			below = first
		case (above || first == here) && isReason(comment):
			return true
		}
	}
	return false
}

// suppresses reports a comment that says why a finding is suppressed, which has to be one for that.
func suppresses(comment string) bool {
	return strings.HasPrefix(strings.TrimLeft(comment, "#/* \t"), "pcl-lsp:")
}

// isReason reports a comment that says something to people: at least two words.
func isReason(comment string) bool {
	if suppresses(comment) {
		return false
	}
	words := strings.FieldsFunc(comment, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < 2 {
		return false
	}
	return !slices.ContainsFunc(notReasons, func(not string) bool { return strings.EqualFold(words[0], not) })
}
