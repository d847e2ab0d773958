package proppath

import (
	"math/rand/v2"
	"slices"
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
		if got := SetOf([]Path{mustParse(t, c.outer)}).Contains(mustParse(t, c.inner)); got != c.want {
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

// TestOverlapsByPairs: of a list of any paths, those are redundant that comparing each with each finds.
func TestOverlapsByPairs(t *testing.T) {
	t.Parallel()
	segments := []Segment{KeySegment("a"), KeySegment("b"), IndexSegment(0), WildcardSegment()}
	indexes := []int{0, 1, 2}
	random := rand.New(rand.NewPCG(1, 2))
	contains := func(q, p Path) bool {
		return len(q) <= len(p) && !slices.ContainsFunc(indexes[:len(q)], func(i int) bool { return q[i] != p[i] && q[i].Kind != Wildcard })
	}
	for range 2_000 {
		paths := make([]Path, 1+random.IntN(6))
		for i := range paths {
			for range random.IntN(4) {
				paths[i] = append(paths[i], segments[random.IntN(len(segments))])
			}
		}
		var want []Overlap
		for i, p := range paths {
			if same := slices.IndexFunc(paths[:i], p.Equal); same >= 0 {
				want = append(want, Overlap{i, same, true})
			} else if outer := slices.IndexFunc(paths, func(q Path) bool { return contains(q, p) && !q.Equal(p) }); outer >= 0 {
				want = append(want, Overlap{i, outer, false})
			}
		}
		if got := Overlaps(paths); !slices.Equal(got, want) {
			t.Fatalf("%v: got %v, want %v", paths, got, want)
		}
	}
}
