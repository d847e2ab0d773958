package proppath

// This file defines the syntax errors of paths. (Section 2.2.)

// SyntaxErrorKind is a kind of syntax error in a path.
type SyntaxErrorKind uint8

// The kinds of syntax errors.
const (
	LeadingDot       SyntaxErrorKind = iota // a dot before the first segment
	TrailingDot                             // a dot after the last segment
	IndexNotClosed                          // `[` without `]`
	BadIndex                                // the text in brackets is not an index
	QuoteNotClosed                          // `["` without the closing quote
	BracketNotClosed                        // no `]` after the closing quote
)

// SyntaxError describes what is wrong with a path and where: the bytes from Start to End of the
// text. Start and End are equal if something is missing.
type SyntaxError struct {
	Kind       SyntaxErrorKind
	Start, End int
}

// longestShown limits the characters of a key in a message.
const longestShown = 32

func firstRunes(text string, n int) string {
	count := 0
	for i := range text {
		if count == n {
			return text[:i] + "…"
		}
		count++
	}
	return text
}
