package proppath

import (
	"strconv"
	"strings"
)

// This file implements the text of a path, in both grammars. (Sections 2.3 and 3.)

// String is the path as the engine reads it. Plain names stand bare, other keys
// within brackets and quotes; a wildcard is `["*"]`. See [Path.Writable] for the
// few paths that no text denotes.
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

// Writable reports whether the engine can be told this path at all. It has no text
// for the key `*`, which it takes for a wildcard, nor for a key that ends in a
// backslash and holds a dot or an opening bracket.
func (p Path) Writable() bool {
	for _, s := range p {
		if s.Kind != Key {
			continue
		}
		if s.Key == "*" || strings.HasSuffix(s.Key, `\`) && strings.ContainsAny(s.Key, ".[") {
			return false
		}
	}
	return true
}

// Glob is the path in the grammar of property selectors: a wildcard is `[*]`, and
// the key `*` is `["*"]`. Every path has such a text but the empty one and those
// with negative indices.
func (p Path) Glob() string {
	var b strings.Builder
	for _, s := range p {
		switch {
		case s.Kind == Index:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		case s.Kind == Wildcard:
			b.WriteString("[*]")
		case isGlobName(s.Key):
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Key)
		default:
			b.WriteString("[" + strconv.Quote(s.Key) + "]")
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

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isGlobName reports whether a key can stand bare in a glob.
func isGlobName(key string) bool { return isWord(key) && !isDigit(key[0]) }
