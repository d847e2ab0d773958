package complete

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file compares names by their words: what goes to `networkId` is likely the
// `id` of a thing called `network`, or of one whose type is so called.

// wordsOf are the words of names, in small letters and without a plural s.
func wordsOf(names ...string) []string {
	var words []string
	for _, name := range names {
		start := 0
		for at, r := range name {
			switch {
			case r == '_' || r == '-' || r == '.' || r == '/' || r == ':':
				words = appendWord(words, name[start:at])
				start = at + utf8.RuneLen(r)
			case unicode.IsUpper(r) && startsWord(name, start, at):
				words = appendWord(words, name[start:at])
				start = at
			}
		}
		words = appendWord(words, name[start:])
	}
	return words
}

// startsWord reports whether the capital letter at an offset begins a word: the
// letter before it or behind it is a small one.
func startsWord(name string, start, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(name[start:at])
	_, size := utf8.DecodeRuneInString(name[at:])
	after, _ := utf8.DecodeRuneInString(name[at+size:])
	return at > start && (!unicode.IsUpper(before) || unicode.IsLower(after))
}

func appendWord(words []string, word string) []string {
	if word == "" {
		return words
	}
	word = strings.ToLower(word)
	if len(word) > 3 && !strings.HasSuffix(word, "ss") {
		word = strings.TrimSuffix(word, "s")
	}
	return append(words, word)
}

// kinship is how much of the words that are asked for are among those offered, out
// of 100, less a little for each that was not asked for.
func kinship(asked, offered []string) int {
	if len(asked) == 0 || len(offered) == 0 {
		return 0
	}
	found := 0
	for _, a := range asked {
		if hasWord(offered, a) {
			found++
		}
	}
	if found == 0 {
		return 0
	}
	strange := 0
	for _, o := range offered {
		if !hasWord(asked, o) {
			strange++
		}
	}
	return max(100*found/len(asked)-4*strange, 1)
}

// hasWord reports whether a word, or one that begins with it or that it begins
// with, is there.
func hasWord(words []string, word string) bool {
	for _, w := range words {
		if w == word || min(len(w), len(word)) > 2 && (strings.HasPrefix(w, word) || strings.HasPrefix(word, w)) {
			return true
		}
	}
	return false
}
