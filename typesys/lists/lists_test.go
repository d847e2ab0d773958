package lists

import (
	"slices"
	"strconv"
	"testing"
)

// TestMap: each element becomes one, in order, and nothing becomes nil, which JSON and callers tell from an empty list.
func TestMap(t *testing.T) {
	if got := Map([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("Map gave %q", got)
	}
	if got := Map([]int{}, strconv.Itoa); got != nil {
		t.Errorf("Map of nothing gave %#v", got)
	}
}

// TestWhere: the wanted elements stay in order, in a list of their own.
func TestWhere(t *testing.T) {
	all := []int{5, 2, 4, 1}
	found := Where(all, func(n int) bool { return n%2 == 0 })
	if !slices.Equal(found, []int{2, 4}) {
		t.Errorf("Where gave %v", found)
	}
	found[0] = 7
	if !slices.Equal(all, []int{5, 2, 4, 1}) {
		t.Errorf("Where changed its list: %v", all)
	}
	if got := Where(all, func(int) bool { return false }); got != nil {
		t.Errorf("Where found %#v", got)
	}
}

// TestCommon: what lists have in common at both ends, of which nothing counts twice.
func TestCommon(t *testing.T) {
	for _, test := range []struct {
		a, b        string
		first, last int
	}{
		{"", "", 0, 0}, {"abc", "abc", 3, 0}, {"abc", "abxc", 2, 1}, {"aba", "a", 1, 0}, {"aa", "aaa", 2, 0}, {"xb", "yb", 0, 1}, {"a", "", 0, 0}, {"ab", "cd", 0, 0},
	} {
		same := func(i, j int) bool { return test.a[i] == test.b[j] }
		if first, last := Common(len(test.a), len(test.b), same); first != test.first || last != test.last {
			t.Errorf("%q and %q: got %d and %d, want %d and %d", test.a, test.b, first, last, test.first, test.last)
		}
	}
}
