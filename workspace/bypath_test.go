package workspace

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// Invariant: each version has the entries of a map that was copied for it, whatever later
// versions are.
func TestByPath(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	type version struct {
		is   byPath[int]
		want map[string]int
	}
	versions := []version{{want: map[string]int{}}}
	for i := range 1000 {
		before := versions[len(versions)-1]
		path := strconv.Itoa(r.IntN(1 + i/10))
		now, want := before.is.with(path, i), maps.Clone(before.want)
		want[path] = i
		if r.IntN(5) == 0 {
			now = before.is.without(path)
			delete(want, path)
		}
		versions = append(versions, version{now, want})
	}
	for i, v := range versions {
		if got := maps.Collect(v.is.all()); !maps.Equal(got, v.want) || v.is.size() != len(v.want) || len(slices.Collect(v.is.paths())) != len(v.want) {
			t.Fatalf("version %d: %d entries %v, want %v", i, v.is.size(), got, v.want)
		}
		for n := range 120 {
			path := strconv.Itoa(n)
			got, ok := v.is.find(path)
			if want, is := v.want[path]; got != want || ok != is || v.is.at(path) != want {
				t.Fatalf("version %d: %s is %d, %v, want %d, %v", i, path, got, ok, want, is)
			}
		}
	}
}
