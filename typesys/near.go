package typesys

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements suggestions for misspelled names.

// Near returns the closest of the names, or "" if none is close, or if several are equally close. Another style (snake_case,
// kebab-case, camelCase) is closer than a plural, and a plural is closer than a typing error.
func Near(name string, among ...[]string) string {
	near := nearest(name, among)
	if len(near) == 0 || len(near) > 1 && near[0].distance == near[1].distance && near[0].growth == near[1].growth {
		return ""
	}
	return near[0].name
}

// NearAll returns at most n names that are close to name, closest first.
func NearAll(name string, among []string, n int) []string {
	near := nearest(name, [][]string{among})
	return lists.Map(near[:min(n, len(near))], func(c candidate) string { return c.name })
}

func nearest(name string, among [][]string) []candidate {
	if len(name) > longestName || len(among) == 0 {
		return nil
	}
	want := spell(name)
	var found []candidate
	for _, other := range likely(name, among) {
		if len(other) > longestName {
			continue
		}
		if d := want.distance(spell(other)); d < far {
			found = append(found, candidate{other, d, abs(len(other) - len(name))})
		}
	}
	lists.SortStable(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.growth, b.growth), cmp.Compare(a.name, b.name))
	})
	return slices.Compact(found)
}

// IsSlip reports whether a name differs from the one that is meant as a typing mistake or another style does: by few letters, by case or separators, by
// its number, or by the order of its words. Digits tell names apart, so other ones are no slip.
func IsSlip(written, meant string) bool {
	isDigit := func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}
	return strings.Map(isDigit, written) == strings.Map(isDigit, meant) && written != "" && meant != "" && len(written) <= longestName && len(meant) <= longestName && spell(written).distance(spell(meant)) < someWords
}

const (
	// manyNames is the largest number of names that are all compared. Of more names, those that
	// are most alike by a cheap test are compared.
	manyNames, mostAlike = 500, 20
	// tooManyNames is the largest number of names to which the test is applied. Behind them,
	// none is suggested, so that a search has a bound.
	tooManyNames = 5_000
	// longestName is the length in bytes above which a name has no suggestion and is none.
	longestName = 128
)

// likely returns the names worth a comparison. The work has a bound, whatever the names are.
func likely(name string, among [][]string) []string {
	names := among[0]
	if len(among) > 1 {
		names = slices.Concat(among...)
	}
	if len(names) <= manyNames || name == "" {
		return names[:min(len(names), manyNames)]
	}
	best := make([]candidate, 0, mostAlike+1)
	for _, other := range names[:min(len(names), tooManyNames)] {
		unlike := unlikeness(name, other)
		if unlike == far || len(best) == mostAlike && unlike >= best[mostAlike-1].distance {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, unlike+1, func(c candidate, d int) int { return cmp.Compare(c.distance, d) })
		best = slices.Insert(best, at, candidate{name: other, distance: unlike})
		best = best[:min(len(best), mostAlike)]
	}
	return lists.Map(best, func(c candidate) string { return c.name })
}

// unlikeness returns how many letters of the shorter name are neither before the first difference nor behind the last one.
// It returns far if they are more than half of them, or if the names begin otherwise or differ much in length.
func unlikeness(name, other string) int {
	if other == "" || other[0]|0x20 != name[0]|0x20 || abs(len(other)-len(name)) > 3 {
		return far
	}
	least, start, end := min(len(name), len(other)), 0, 0
	for start < least && other[start]|0x20 == name[start]|0x20 {
		start++
	}
	for end < least-start && other[len(other)-1-end]|0x20 == name[len(name)-1-end]|0x20 {
		end++
	}
	if 2*(start+end) < least {
		return far
	}
	return least - start - end
}

type candidate struct {
	name     string
	distance int
	growth   int
}

// The distances between names. Typing errors add to the last.
const (
	sameName = iota
	sameLetters
	samePlural
	sameWords
	slips
	someWords = 50 // one name is the other without some first or last words
	far       = 100
)

// spelling holds the forms of a name for comparisons.
type spelling struct {
	name    string
	letters string // lower case, without separators
	words   []string
}

func spell(name string) spelling {
	words := splitWords(name)
	return spelling{name, strings.Join(words, ""), words}
}

// splitWords splits at separators and capitals: fooBar, foo_bar, HTTPPort.
func splitWords(name string) []string {
	words := make([]string, 0, 4)
	start, before := 0, rune(0) // where the word begins, and what precedes the next character
	end := func(at int) {
		if start < at {
			words = append(words, strings.ToLower(name[start:at]))
		}
		start = at
	}
	for i, r := range name {
		_, size := utf8.DecodeRuneInString(name[i:])
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end(i)
			start = i + size
		case unicode.IsUpper(r):
			next, _ := utf8.DecodeRuneInString(name[i+size:])
			if i > 0 && !unicode.IsUpper(before) || unicode.IsLower(next) {
				end(i)
			}
		}
		before = r
	}
	end(len(name))
	return words
}

func (s spelling) distance(t spelling) int {
	switch {
	case s.name == t.name:
		return sameName
	case s.letters == "" || t.letters == "":
		return far
	case s.letters == t.letters:
		return sameLetters
	case s.letters[0] == t.letters[0] && s.singular() == t.singular():
		return samePlural
	case s.hasWordsOf(t):
		return sameWords
	}
	if n := s.slipsTo(t); n <= 1 || n < far && s.letters[0] == t.letters[0] {
		return slips + n
	}
	if s.beginsOrEnds(t) || t.beginsOrEnds(s) {
		return someWords + abs(len(s.words)-len(t.words))
	}
	return far
}

// slipsTo returns how many typing errors lead to t, or far if that is more than a name of this length may have. Most names differ
// too much in length, so nothing is made of them before that is known.
func (s spelling) slipsTo(t spelling) int {
	a, b := utf8.RuneCountInString(s.letters), utf8.RuneCountInString(t.letters)
	allowed := allowedSlips(max(a, b))
	if abs(a-b) > allowed {
		return far
	}
	if n := countSlips([]rune(s.letters), []rune(t.letters), allowed); n <= allowed {
		return n
	}
	return far
}

// hasWordsOf reports whether the words are those of t in another order.
func (s spelling) hasWordsOf(t spelling) bool {
	return len(s.words) > 1 && len(s.words) == len(t.words) && len(s.letters) == len(t.letters) &&
		slices.Equal(slices.Sorted(slices.Values(s.words)), slices.Sorted(slices.Values(t.words)))
}

// shortestPart is the least number of letters in words that suggest a longer name.
const shortestPart = 4

// beginsOrEnds reports whether the words of s are the first or the last words of t.
func (s spelling) beginsOrEnds(t spelling) bool {
	n := len(s.words)
	if n >= len(t.words) || len(s.letters) < shortestPart && !s.isWithoutID(t) {
		return false
	}
	return slices.Equal(s.words, t.words[:n]) || slices.Equal(s.words, t.words[len(t.words)-n:])
}

// isWithoutID reports whether t is s followed by id, as in vpc and vpcId.
func (s spelling) isWithoutID(t spelling) bool {
	return len(s.letters) > 1 && (t.letters == s.letters+"id" || t.letters == s.letters+"ids")
}

// singular returns the letters without the plural ending of each word.
func (s spelling) singular() string {
	var b strings.Builder
	for _, w := range s.words {
		b.WriteString(singular(w))
	}
	return b.String()
}

func singular(word string) string {
	switch {
	case len(word) > 4 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 4 && hasSibilantPlural(word):
		return word[:len(word)-2]
	case len(word) > 2 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		return word[:len(word)-1]
	}
	return word
}

func hasSibilantPlural(word string) bool {
	return slices.ContainsFunc([]string{"sses", "xes", "ches", "shes"}, func(ending string) bool {
		return strings.HasSuffix(word, ending)
	})
}

// allowedSlips returns how many typing errors a name of this length may have. People rarely
// mistype the first letter, so a name with another first letter and a further error is a
// different name.
func allowedSlips(length int) int {
	switch {
	case length < 3:
		return 0
	case length < 6:
		return 1
	case length < 10:
		return 2
	}
	return 3
}

// countSlips counts letters that are added, missing or replaced, up to one more than the limit. Two swapped neighbors
// count as one. Each slip tries three ways on, so a small limit bounds the work, however long the names are.
func countSlips(a, b []rune, limit int) int {
	if abs(len(a)-len(b)) > limit {
		return limit + 1
	}
	if limit > 0 && swapped(a, b) {
		return 1
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	switch {
	case len(a) == 0 || len(b) == 0:
		return len(a) + len(b)
	case limit == 0:
		return 1
	}
	return 1 + min(countSlips(a[1:], b[1:], limit-1), countSlips(a[1:], b, limit-1), countSlips(a, b[1:], limit-1))
}

// swapped reports whether the two differ only in two swapped neighbors.
func swapped(a, b []rune) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }
