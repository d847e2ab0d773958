package program

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// tracked is a table with the flat list that it must be equal to.
type tracked struct {
	table table[int]
	want  []int
}

func (t *tracked) values() []int {
	values := make([]int, 0, t.table.len())
	for id, v := range t.table.all() {
		if int(id) != len(values) {
			panic("ids are not visited in turn")
		}
		values = append(values, v)
	}
	return values
}

// TestTables tests the invariant: what was forked from a table does not see what
// happens to the table later, nor the other way round, as long as nobody changes the
// table that was forked.
func TestTables(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(6, 1))
	start := make([]int, 3*chunkSize-1)
	versions := []*tracked{{tableOf(start), start}}
	for version := 1; version < 60; version++ {
		base := versions[rnd.IntN(len(versions))] // some have several followers
		next := &tracked{base.table.fork(), slices.Clone(base.want)}
		for change := range rnd.IntN(5) {
			v := version*10 + change
			if rnd.IntN(8) == 0 {
				if id := next.table.add(v); int(id) != len(next.want) {
					t.Fatalf("the id at the end is %d, want %d", id, len(next.want))
				}
				next.want = append(next.want, v)
				continue
			}
			id := rnd.IntN(len(next.want))
			next.table.set(int32(id), v)
			next.want[id] = v
		}
		versions = append(versions, next)
	}
	for i, v := range versions {
		if got := v.values(); !slices.Equal(got, v.want) {
			t.Errorf("version %d: got %v, want %v", i, got, v.want)
		}
		for _, base := range versions {
			checkSince(t, v, base)
		}
	}
}

// checkSince compares the differences of two tables with those of the lists.
func checkSince(t *testing.T, v, base *tracked) {
	t.Helper()
	var got, want []int
	for id := range v.table.since(&base.table) {
		got = append(got, int(id))
	}
	for id, value := range v.want {
		before := 0
		if id < len(base.want) {
			before = base.want[id]
		}
		if value != before {
			want = append(want, id)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("differences in ids %v, want %v", got, want)
	}
}

// TestForksShareChunks tests that a change copies one chunk, whatever the length.
func TestForksShareChunks(t *testing.T) {
	t.Parallel()
	base := tableOf(make([]int, 80*chunkSize))
	next := base.fork()
	next.set(5*chunkSize, 1)
	next.set(5*chunkSize+1, 1)
	for i, c := range next.chunks {
		if shared := c == base.chunks[i]; shared == (i == 5) {
			t.Errorf("chunk %d: shared is %t", i, shared)
		}
	}
}
