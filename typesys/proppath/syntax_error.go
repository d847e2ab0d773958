package proppath

import "strconv"

// This file implements what is wrong with a text that is no path.

// SyntaxErrorKind is what is wrong with the text of a path.
type SyntaxErrorKind uint8

// The kinds of errors. The first seven are those of the engine (section 2.2), the
// others come from the stricter grammars alone.
const (
	LeadingDot       SyntaxErrorKind = iota // a path begins with a name or an index
	TrailingDot                             // a path ends with a name or an index
	IndexNotClosed                          // `[` without `]`
	BadIndex                                // what stands in brackets is no index
	QuoteNotClosed                          // `["` without the closing quote
	BracketNotClosed                        // no `]` behind the closing quote
	BracketAfterDot                         // a name must follow a dot: strict and glob
	EmptyPath                               // glob and configuration keys
	DoubleDot                               // glob
	BadName                                 // a bare name with other characters: glob
	MissingDot                              // a bare name directly after a bracket: glob
	BadEscape                               // an escape in a quoted key that Go does not know: glob
	FirstNotKey                             // a configuration key begins with a key that is not empty
)

var syntaxErrorTexts = [...]string{
	LeadingDot:       "a path begins with a name or an index, not with a dot",
	TrailingDot:      "a path ends with a name or an index, not with a dot",
	IndexNotClosed:   "the closing bracket of the index is missing",
	BadIndex:         "is no index",
	QuoteNotClosed:   "the closing quote of the key is missing",
	BracketNotClosed: "the closing bracket after the key is missing",
	BracketAfterDot:  "a name is needed after the dot; leave the dot out before a bracket",
	EmptyPath:        "a path is needed",
	DoubleDot:        "a name is needed between two dots",
	BadName:          "a bare name has only letters, digits and underscores, and begins with none of the digits; put others in brackets and quotes",
	MissingDot:       "a dot is needed between a bracket and a name",
	BadEscape:        "the quoted key is not well formed",
	FirstNotKey:      "a configuration key begins with a name that is not empty",
}

// SyntaxError is why a text is no path, and where: the bytes from Start to End of
// the text, which are at most its length. They are equal where something is missing.
type SyntaxError struct {
	Kind       SyntaxErrorKind
	Start, End int
	text       string // what stands at the place, for BadIndex
}

// Error says what is wrong and, where it can be known, what to write instead.
func (e *SyntaxError) Error() string {
	if e.Kind != BadIndex {
		return syntaxErrorTexts[e.Kind]
	}
	return badIndexText(e.text)
}

func badIndexText(text string) string {
	shown := "`" + firstRunes(text, longestShown) + "`"
	_, err := strconv.ParseFloat(text, 64)
	switch {
	case text == "":
		return "an index, a key in quotes or `*` is needed in brackets"
	case err == nil:
		return shown + " is no index: an index is a whole number that is not too large"
	case len(text) >= 2 && text[0] == '\'' && text[len(text)-1] == '\'':
		return shown + " is no index; a key has double quotes: `[\"" + firstRunes(text[1:len(text)-1], longestShown) + "\"]`"
	}
	return shown + " is no index; write `[\"" + firstRunes(text, longestShown) + "\"]` for a key"
}

// longestShown is how much of a key is repeated in a message.
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
