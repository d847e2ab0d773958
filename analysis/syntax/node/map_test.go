package node_test

import (
	"math/rand/v2"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// TestMap: a map has what was set last, whatever room was made for it, and nothing else.
func TestMap(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for room := range 40 {
		m, want := node.NewMap[int](room), map[node.ID]int{}
		if room == 0 {
			m = node.Map[int]{}
		}
		for i := range random.IntN(100) {
			p := node.ID(random.IntN(100)) << (34 * (i % 2)) // 0 is an ID, too
			m.Set(p, i)
			want[p] = i
			if value, known := m.Get(p + 1000); known {
				t.Fatalf("room for %d: an ID without a value has %d", room, value)
			}
		}
		if m.Len() != len(want) {
			t.Fatalf("room for %d: %d values, want %d", room, m.Len(), len(want))
		}
		for p, value := range want {
			if got, known := m.Get(p); !known || got != value {
				t.Fatalf("room for %d: %d has %d, want %d", room, p, got, value)
			}
		}
	}
}
