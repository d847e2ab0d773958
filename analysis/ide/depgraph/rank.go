package depgraph

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds cycles and ranks.

// needs returns the nodes that each node waits for.
func (g *Graph) needs() [][]int32 {
	needs := make([][]int32, len(g.Nodes))
	for _, e := range g.Edges {
		needs[e.To] = append(needs[e.To], int32(e.From))
	}
	return needs
}

// findCircles marks the edges of cycles, and finds one shortest cycle in each group of nodes
// that need each other.
func (g *Graph) findCircles() {
	needs := g.needs()
	group, cyclic := analysis.StrongComponents(needs)
	for _, e := range g.Edges {
		e.InCircle = group[e.From] == group[e.To]
	}
	seen := map[int32]bool{}
	for i := range g.Nodes {
		if cyclic[i] && !seen[group[i]] {
			seen[group[i]] = true
			circle := lists.Map(analysis.ShortestCycle(needs, int32(i)), func(node int32) int { return int(node) })
			g.Circles = append(g.Circles, circle)
		}
	}
}

// rank gives each step of the run the length of the longest path to it. A cycle counts as one
// step.
func (g *Graph) rank() {
	levels := g.levels()
	for i, n := range g.Nodes {
		if n.Kind.isStep() {
			n.Rank = levels[i]
			for len(g.Ranks) <= n.Rank {
				g.Ranks = append(g.Ranks, nil)
			}
			g.Ranks[n.Rank] = append(g.Ranks[n.Rank], i)
		}
	}
	// Ranks with nothing but the rest of a cycle are dropped.
	g.Ranks = slices.DeleteFunc(g.Ranks, func(r []int) bool { return len(r) == 0 })
	for number, rank := range g.Ranks {
		for _, i := range rank {
			g.Nodes[i].Rank = number
		}
	}
}

// levels returns the longest path to each node, counted in steps of the run.
func (g *Graph) levels() []int {
	needs := g.needs()
	group, _ := analysis.StrongComponents(needs)
	members := make([][]int, len(g.Nodes))
	for i, number := range group {
		members[number] = append(members[number], i)
	}
	levels := make([]int, len(g.Nodes))
	for number, nodes := range members { // a group only needs groups with smaller numbers
		level := 0
		for _, i := range nodes {
			for _, from := range needs[i] {
				if group[from] == int32(number) {
					continue
				}
				if after := levels[from]; g.Nodes[from].Kind.isStep() {
					level = max(level, after+1)
				} else {
					level = max(level, after)
				}
			}
		}
		for _, i := range nodes {
			levels[i] = level
		}
	}
	return levels
}
