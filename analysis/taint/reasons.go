package taint

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
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
	at := min(call.Range().Start.Byte, len(text))
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	line := func(offset int) int { return strings.Count(text[:min(offset, len(text))], "\n") }
	here := line(at)
	below := here // the line above which the reason ends
	for i, token := range slices.Backward(tokens) {
		if token.Type != hclsyntax.TokenComment {
			continue
		}
		first, last := line(token.Range.Start.Byte), line(token.Range.End.Byte-1)
		alone := i == 0 || line(tokens[i-1].Range.End.Byte-1) < first || endsLine(tokens[i-1])
		above := alone && last == below-1
		switch {
		case above && suppresses(token.Bytes):
			below = first
		case (above || first == here) && isReason(token.Bytes):
			return true
		}
	}
	return false
}

// suppresses reports a comment that says why a finding is suppressed, which has to be one for that.
func suppresses(comment []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(comment, "#/* \t"), []byte("pcl-lsp:"))
}

// endsLine reports a token that takes the end of its line with it.
func endsLine(t hclsyntax.Token) bool { return bytes.HasSuffix(t.Bytes, []byte("\n")) }

// isReason reports a comment that says something to people: at least two words.
func isReason(comment []byte) bool {
	if suppresses(comment) {
		return false
	}
	words := strings.FieldsFunc(string(comment), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < 2 {
		return false
	}
	return !slices.ContainsFunc(notReasons, func(not string) bool { return strings.EqualFold(words[0], not) })
}
