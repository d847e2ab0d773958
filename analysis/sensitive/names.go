package sensitive

import (
	"slices"
	"strings"
	"unicode"
)

// This file decides by a name whether a value is a secret.

// secretWords are the last words in names of secrets. Names with another last word are only about
// a secret: passwordLength, tokenUrl, secretName.
var secretWords = [][]string{
	{"password"}, {"passwd"}, {"passphrase"}, {"secret"}, {"token"}, {"credentials"},
	{"api", "key"}, {"apikey"}, {"private", "key"}, {"secret", "key"}, {"secret", "access", "key"},
}

// IsSecretName reports whether a name is the name of a secret.
func IsSecretName(name string) bool {
	if !endsLikeSecret(name) {
		return false
	}
	var few [fewWords]string
	words := appendWords(few[:0], name)
	return slices.ContainsFunc(secretWords, func(end []string) bool {
		return len(words) >= len(end) && slices.Equal(words[len(words)-len(end):], end)
	})
}

// endsLikeSecret reports whether the last letters of a name are those of the last word of a secret. It is a cheap test, which few other names pass.
func endsLikeSecret(name string) bool {
	name = strings.TrimRightFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(secretWords, func(end []string) bool {
		last := end[len(end)-1]
		return len(name) >= len(last) && strings.EqualFold(name[len(name)-len(last):], last)
	})
}

// passwordWords are the last words in names whose value is the secret itself. Other names of
// secrets are also used for the place of a secret.
var passwordWords = []string{"password", "passwd", "passphrase", "key", "apikey"}

// IsPasswordName reports whether a name is the name of a secret, and not of a place where one is
// stored.
func IsPasswordName(name string) bool {
	var few [fewWords]string
	words := appendWords(few[:0], name)
	return len(words) > 0 && slices.Contains(passwordWords, words[len(words)-1])
}

// fewWords is how many words most names have at most: their list needs no allocation.
const fewWords = 8

// appendWords adds the words of a name in any of the usual styles, in lower case.
func appendWords(words []string, name string) []string {
	start, lower := -1, false // the start of the word, and whether a lower-case letter precedes
	flush := func(end int) {
		if start >= 0 {
			words = append(words, strings.ToLower(name[start:end]))
		}
		start = -1
	}
	for at, r := range name {
		switch {
		case !unicode.IsLetter(r):
			flush(at)
		case start < 0:
			start = at
		case unicode.IsUpper(r) && lower:
			flush(at)
			start = at
		}
		lower = unicode.IsLower(r)
	}
	flush(len(name))
	return words
}
