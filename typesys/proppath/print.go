package proppath

import (
	"strconv"
	"strings"
)

// This file implements the text of a path. (docs/language/paths.md#text-of-paths)

// String returns the path as the engine reads it. Other keys than plain names are written in
// brackets and quotes; a wildcard is `["*"]`.
func (p Path) String() string {
	var b strings.Builder
	for _, s := range p {
		switch {
		case s.Kind == Index:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		case s.Kind == Wildcard:
			b.WriteString(`["*"]`)
		case isWord(s.Key) || strings.HasSuffix(s.Key, `\`):
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Key)
		default:
			b.WriteString(`["` + strings.ReplaceAll(s.Key, `"`, `\"`) + `"]`)
		}
	}
	return b.String()
}

// isWord reports whether a key consists of ASCII letters, digits and underscores.
func isWord(key string) bool { return key != "" && wordLength(key) == len(key) }

func wordLength(text string) int {
	for i := range len(text) {
		if !isWordByte(text[i]) {
			return i
		}
	}
	return len(text)
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
