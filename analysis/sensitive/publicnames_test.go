package sensitive

import (
	"strings"
	"testing"
)

// Patterns name inputs and members of them; an exception goes before all.
func TestPublicNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		patterns string // empty for the usual ones
		way      string
		whole    bool
		inside   bool
	}{
		{"", "name", true, false},
		{"", "bucketName", true, false},
		{"", "userName", false, false},
		{"", "masterUserName", false, false},
		{"", "username", false, false},
		{"", "tags", true, false},
		{"", "tags.owner", true, false},
		{"", "metadata", false, true},
		{"", "metadata.name", true, false},
		{"", "metadata.annotations", false, false},
		{"", "content", false, false},
		{"a.*.c", "a", false, true},
		{"a.*.c", "a.b", false, true},
		{"a.*.c", "a.b.c", true, false},
		{"a.*.c", "a.b.d", false, false},
		{"a !a.b", "a", true, false},
		{"a !a.b", "a.b", false, false},
		{"!b", "a", false, false},
	} {
		var n PublicNames
		if c.patterns != "" {
			var err error
			if n, err = ParsePublicNames(strings.Fields(c.patterns)); err != nil {
				t.Fatal(err)
			}
		}
		if whole, inside := n.Covers(strings.Split(c.way, ".")); whole != c.whole || inside != c.inside {
			t.Errorf("%q: %s: got %v, %v, want %v, %v", c.patterns, c.way, whole, inside, c.whole, c.inside)
		}
	}
	none, err := ParsePublicNames(nil)
	if whole, inside := none.Covers([]string{"name"}); err != nil || whole || inside {
		t.Errorf("no patterns: got %v, %v, %v", whole, inside, err)
	}
	if _, err := ParsePublicNames(defaultPublicNames()); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"", "!", "a..b", "a b", "[", "a/b", "a\nb"} {
		if _, err := ParsePublicNames([]string{bad}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
