package lists

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"weak"
)

// TestRows: after any changes, rows are what a slice would be. A change of one element shares all other rows, and
// lists do not become many short rows. What was replaced is not kept.
func TestRows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var rows Rows[int]
	var all []int
	for range 2000 {
		first := random.IntN(len(all) + 1)
		behind := min(first+random.IntN(3)*random.IntN(100), len(all))
		now := make([]int, random.IntN(2)*random.IntN(210))
		for i := range now {
			now[i] = random.IntN(3)
		}
		before, was := rows, slices.Clone(all)
		rows, all = rows.With(first, behind, now), slices.Replace(all, first, behind, now...)
		if got := rows.Between(0, rows.Len()); rows.Len() != len(all) || !slices.Equal(got, all) {
			t.Fatalf("got %v, want %v", got, all)
		}
		if got := before.Between(0, before.Len()); !slices.Equal(got, was) {
			t.Fatalf("the list before the change became %v from %v", got, was)
		}
		from := random.IntN(len(all) + 1)
		for i, one := range rows.From(from) {
			if i != from || one != all[i] {
				t.Fatalf("got %d at %d, want %d at %d", one, i, all[from], from)
			}
			from++
		}
		wantFirst, wantLast := Common(len(was), len(all), func(i, j int) bool { return was[i] == all[j] })
		if first, last := before.Common(rows, func(a, b int) bool { return a == b }); from != len(all) || first != wantFirst || last != wantLast {
			t.Fatalf("%v and %v: %d and %d in common, want %d and %d", was, all, first, last, wantFirst, wantLast)
		}
	}

	var one Rows[int]
	for i := range 1000 {
		one = one.With(i, i, []int{i})
	}
	if most := 1000/leastInRow + 1; len(one.rows) > most {
		t.Errorf("%d rows, want %d at most", len(one.rows), most)
	}
	var many Rows[*[4]int] // larger than what the runtime allocates together
	pointers := make([]*[4]int, 200)
	for i := range pointers {
		pointers[i] = new([4]int)
	}
	old := weak.Make(pointers[100])
	many = many.With(0, 0, pointers).With(100, 101, []*[4]int{nil})
	pointers = nil
	if runtime.GC(); old.Value() != nil {
		t.Error("an element that was replaced is kept")
	}
	runtime.KeepAlive(many)

	looked := 0
	one.Common(one.With(500, 501, []int{-1}), func(a, b int) bool { looked++; return a == b })
	if looked > 2*mostInRow {
		t.Errorf("%d elements were compared", looked)
	}
}
