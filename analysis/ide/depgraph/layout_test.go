package depgraph

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Law: nodes do not overlap and are inside what contains them, and an edge that crosses a
// column touches no node there.
func TestNothingOverlaps(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 1))
		g := randomGraph(random, 3)
		checkPlan(t, fmt.Sprintf("seed %d", seed), planOf(g.expanded()))
	}
}

func checkPlan(t *testing.T, name string, p *plan) {
	t.Helper()
	for i, a := range p.boxes {
		if a.x < 0 || a.y < 0 || a.x+a.w > p.width || a.y+a.h > p.height {
			t.Errorf("%s: node %d is outside: %+v of %d×%d", name, i, a, p.width, p.height)
		}
		for j, b := range p.boxes[:i] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				t.Errorf("%s: nodes %d and %d overlap: %+v %+v", name, i, j, a, b)
			}
		}
		if a.inner != nil {
			if a.inner.width+2*padding > a.w || a.inner.height+padding > a.h {
				t.Errorf("%s: node %d is smaller than what is inside", name, i)
			}
			checkPlan(t, name+" inside", a.inner)
		}
	}
	for i, r := range p.routes {
		e := p.drawing.graph.Edges[i]
		for k := 1; k < len(r.points); k += 2 { // straight within a column
			from, to := r.points[k-1], r.points[k]
			for j, b := range p.boxes {
				if j != e.From && j != e.To && from.y > b.y && from.y < b.y+b.h && min(from.x, to.x) < b.x+b.w && b.x < max(from.x, to.x) {
					t.Errorf("%s: the edge %d runs over node %d: %v to %v, %+v", name, i, j, from, to, b)
				}
			}
		}
	}
}

// randomGraph returns a graph with some cycles and nested graphs.
func randomGraph(random *rand.Rand, depth int) *Graph {
	g := &Graph{}
	kinds := []Kind{Config, Resource, Resource, Resource, Component, Output, Hook, Read}
	for i := range random.IntN(14) {
		n := &Node{Kind: kinds[random.IntN(len(kinds))], Name: fmt.Sprintf("name%d", i*random.IntN(100000)), Rank: -1}
		if n.Kind == Component && depth > 0 {
			n.Inner = randomGraph(random, depth-1)
		}
		g.Nodes = append(g.Nodes, n)
	}
	for to := range g.Nodes {
		for from := range g.Nodes {
			if from < to && random.IntN(4) == 0 || random.IntN(60) == 0 {
				g.Edges = append(g.Edges, &Edge{From: from, To: to, Uses: []Use{{Kind: UseInput, Property: "p"}}})
			}
		}
	}
	g.findCircles()
	g.rank()
	return g
}
