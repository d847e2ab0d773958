package proppath

import (
	"testing"
)

func mustParse(t *testing.T, text string) Path {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p.Path
}

func TestContains(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outer, inner string
		want         bool
	}{
		{"a", "a.b", true},
		{"a.*", "a.b.c", true},
		{"a[*]", "a[0]", true},
		{"a[*]", "a.b", true},
		{"", "a", true},
		{"", "", true},
		{"a.b", "a", false},
		{"a[0]", `a["0"]`, false},
		{"a.*", "a", false},
		{"a.b", "a.*", false},
		{"*", "", false},
		{"a.*.c", "a.b.d", false},
	} {
		if got := Contains(mustParse(t, c.outer), mustParse(t, c.inner)); got != c.want {
			t.Errorf("%q contains %q: got %v, want %v", c.outer, c.inner, got, c.want)
		}
	}
}

func TestOverlaps(t *testing.T) {
	t.Parallel()
	var paths []Path
	for _, text := range []string{"a.b", "x", "a", "x", `c["*"]`, "c[0].d", "e"} {
		paths = append(paths, mustParse(t, text))
	}
	got := Overlaps(paths)
	want := []Overlap{{0, 2, false}, {3, 1, true}, {5, 4, false}}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %v, want %v", got[i], want[i])
		}
	}
}
