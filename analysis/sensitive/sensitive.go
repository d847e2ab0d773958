// Package sensitive finds what a program says that others must not read, or that does not belong in it: the secrets that
// are written in it, which it leaves out of messages; credentials with a recognizable format; and account numbers and
// image names that tie a program to one account or image. Results contain the kind and place of a match, never its value.
package sensitive

import "strings"

// This file scans a text and tries each match at the start of each word.

// Kind is a kind of match.
type Kind uint8

// The kinds.
const (
	Token       Kind = iota // a credential that a service issued
	PrivateKey              // a private key in PEM form
	URLPassword             // a password in an address
	Account                 // the number of a cloud account
	Image                   // the id of a machine image
)

// Gap stands in a text for an unknown part, such as an interpolation. No match extends across
// one.
const Gap = "\x00"

// Found is a match in a text, between two offsets.
type Found struct {
	Kind       Kind
	What       string // with its article: "an access key id of AWS"
	Start, End int
}

// shortest is the length of the shortest possible match, in bytes.
const shortest = 12

// Find returns the matches in a text, in order. They do not overlap.
func Find(text string) []Found {
	if len(text) < shortest {
		return nil
	}
	var found []Found
	for at := 0; at < len(text); at++ {
		if at > 0 && isWord(text[at-1]) {
			continue // inside a word
		}
		if f, ok := beginning(text, at); ok {
			found = append(found, f)
			at = f.End - 1
		}
	}
	return found
}

// beginning finds a match at an offset where a word may begin.
func beginning(text string, at int) (Found, bool) {
	rest := text[at:]
	for _, r := range recognisers()[rest[0]] {
		if !strings.HasPrefix(rest, r.prefix) {
			continue
		}
		if n := r.length(rest); n > 0 {
			return Found{r.kind, r.what, at, at + n}, true
		}
	}
	if isLetter(rest[0]) {
		return address(text, at)
	}
	if isDigit(rest[0]) {
		return registry(rest, at)
	}
	return Found{}, false
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isWord(c byte) bool   { return isLetter(c) || isDigit(c) || c == '_' }
