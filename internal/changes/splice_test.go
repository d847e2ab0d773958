package changes

import (
	"testing"
	"unicode/utf8"
)

// A splice makes the new text of the old one, and is text itself.
func TestSplice(t *testing.T) {
	t.Parallel()
	texts := []string{"", "a", "abc", "abab", "ab", "aßb", "aàb", "ßß", "ß", "🦁", "🦂", "x🦁y", "x🦂y", "xß", "àx"}
	for _, old := range texts {
		for _, text := range texts {
			s := spliceOf(old, text)
			if got := s.of(old); got != text || !utf8.ValidString(s.Text) {
				t.Errorf("%q to %q: %+v makes %q", old, text, s, got)
			}
		}
	}
}
