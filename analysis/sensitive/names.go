package sensitive

import (
	"slices"
	"strings"
	"unicode"
)

// This file tells by a name whether a value is a secret.

// secretWords are what the name of a secret ends in. A name that ends in another word
// is about a secret: passwordLength, tokenUrl, secretName.
var secretWords = [][]string{
	{"password"}, {"passwd"}, {"passphrase"}, {"secret"}, {"token"}, {"credentials"},
	{"api", "key"}, {"apikey"}, {"private", "key"}, {"secret", "key"}, {"secret", "access", "key"},
}

// IsSecretName reports whether a name is that of a secret.
func IsSecretName(name string) bool {
	words := nameWords(name)
	return slices.ContainsFunc(secretWords, func(end []string) bool {
		return len(words) >= len(end) && slices.Equal(words[len(words)-len(end):], end)
	})
}

// passwordWords are the last words of secrets whose value is the secret. Other names of
// secrets are also used for where a secret is kept.
var passwordWords = []string{"password", "passwd", "passphrase", "key", "apikey"}

// IsPasswordName reports whether a name is that of a secret and never that of a place
// where one is kept.
func IsPasswordName(name string) bool {
	words := nameWords(name)
	return len(words) > 0 && slices.Contains(passwordWords, words[len(words)-1])
}

// nameWords are the words of a name in any of the usual styles, in lower case.
func nameWords(name string) []string {
	var words []string
	start, lower := -1, false // where the word begins, and whether a small letter is before
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
