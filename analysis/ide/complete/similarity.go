package complete

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file compares names by their words. The value of `networkId` is likely the `id` of
// something called `network`, or of something whose type is `Network`.

// wordsOf splits names into words, in lower case and without a plural s.
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

// startsWord reports whether the capital letter at an offset starts a word: it follows or
// precedes a small letter.
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
	if len(word) > 2 && !strings.HasSuffix(word, "ss") {
		word = strings.TrimSuffix(word, "s")
	}
	return append(words, word)
}

// similarity returns the share of the wanted words that a name has, in percent, minus a little
// for each of its other words.
func similarity(asked, offered []string) int {
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

// hasWord reports whether a list has a word, a prefix of it, or a word that starts with it.
func hasWord(words []string, word string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return w == word || min(len(w), len(word)) > 2 && (strings.HasPrefix(w, word) || strings.HasPrefix(word, w))
	})
}

// inOrder reports whether a text contains the letters of a word in their order.
func inOrder(word, text string) bool {
	for _, r := range text {
		if word == "" {
			return true
		}
		next, size := utf8.DecodeRuneInString(word)
		if unicode.ToLower(next) == unicode.ToLower(r) {
			word = word[size:]
		}
	}
	return word == ""
}
