package programdoc

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// This file writes an expression on one line.

// oneLine returns the source text of an expression on one line: line ends become commas where
// they separate entries. If that is not the same expression, because of a heredoc or a comment, it
// returns the first line and an ellipsis.
func oneLine(source string) string {
	if !strings.Contains(source, "\n") {
		return source
	}
	joined, first := "", ""
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case joined == "":
			joined, first = line, line
		case strings.ContainsAny(joined[len(joined)-1:], "{[(,") || strings.ContainsAny(line[:1], "}])"):
			joined += " " + line
		default:
			joined += ", " + line
		}
	}
	if tokens := written(joined); tokens == "" || tokens != written(source) {
		return first + " …"
	}
	return joined
}

// written returns the tokens of an expression but those that separate entries; empty if it cannot
// be read.
func written(source string) string {
	if _, diagnostics := hclsyntax.ParseExpression([]byte(source), "", hcl.InitialPos); diagnostics.HasErrors() {
		return ""
	}
	tokens, _ := hclsyntax.LexExpression([]byte(source), "", hcl.InitialPos)
	var b strings.Builder
	for _, t := range tokens {
		if t.Type != hclsyntax.TokenNewline && t.Type != hclsyntax.TokenComma {
			b.Write(t.Bytes)
			b.WriteByte(0)
		}
	}
	return b.String()
}
