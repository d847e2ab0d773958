// Package prose writes the parts of sentences that many messages have: counts, articles and shortened texts.
package prose

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Counted returns a number with its noun: "1 label", "2 labels".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// WithArticle returns a noun with its indefinite article: "an option", "a label".
func WithArticle(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an " + noun
	}
	return "a " + noun
}

// Shortened returns a text of at most so many characters. The last one stands for what is left out.
func Shortened(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// CutLast is [strings.Cut] at the last separator.
func CutLast(text, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}
