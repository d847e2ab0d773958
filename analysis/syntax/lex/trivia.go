package lex

import "strings"

// Trivia: comments, blanks and line ends.

// SkipTrivia returns the offset of the first byte of a text that is neither blank
// nor in a comment nor a byte order mark.
func SkipTrivia(text string) int {
	l := Lexer{Text: text}
	at := len(text) - len(strings.TrimPrefix(text, ByteOrderMark))
	for {
		t := l.Code(at)
		if t.Kind != Newline && t.Kind != Return && t.Kind != Comment {
			return t.Start
		}
		at = t.End
	}
}

// SkipBlank skips spaces, tabs and complete block comments within a line.
func SkipBlank(text string, at int) int {
	for at < len(text) {
		switch {
		case text[at] == ' ' || text[at] == '\t':
			at++
		case strings.HasPrefix(text[at:], "/*"):
			line, _, _ := strings.Cut(text[at+2:], "\n")
			end := strings.Index(line, "*/")
			if end < 0 {
				return at
			}
			at += end + 4
		default:
			return at
		}
	}
	return at
}
