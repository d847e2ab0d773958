package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the tool graph.

// GraphArguments are the arguments of graph.
type GraphArguments struct {
	Path string `json:"path,omitempty" jsonschema:"a .pp file or the directory of one program; the first text or root if it is not given"`
	Unsaved
	Tokens int `json:"tokens,omitempty" jsonschema:"the longest answer, in tokens of 4 bytes; 1500 if it is not given"`
}

// Graph is a dependency graph.
type Graph struct {
	Nodes   []GraphNode `json:"nodes" jsonschema:"in the order in which a run creates them"`
	Cycles  [][]string  `json:"cycles,omitempty" jsonschema:"names that need each other"`
	More    int         `json:"more,omitempty" jsonschema:"nodes that are not listed"`
	Partial bool        `json:"partial,omitempty" jsonschema:"there were too many edges, so some are missing"`
}

// GraphNode is one declaration.
type GraphNode struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`
	Type  string   `json:"type,omitempty"`
	At    string   `json:"at"`
	Needs []string `json:"needs,omitempty" jsonschema:"names that must be there first"`
}

func graphOf(ctx context.Context, c *call, in GraphArguments) (Graph, string, error) {
	out := Graph{Nodes: []GraphNode{}}
	program, err := c.program(in.Path, in.Unsaved)
	if err != nil {
		return out, "", err
	}
	found, err := depgraph.Of(ctx, program, depgraph.Options{Configs: depgraph.ConfigsUsed})
	if err != nil {
		return out, "", err
	}
	needs := map[int][]string{}
	for _, e := range found.Edges {
		needs[e.To] = append(needs[e.To], found.Nodes[e.From].Name)
	}
	budget := newBudget(in.Tokens, 1500)
	for _, i := range inRanks(found) {
		n := found.Nodes[i]
		node := GraphNode{Name: n.Name, Kind: string(n.Kind), Type: n.Token, Needs: needs[i]}
		if file, ok := program.File(n.Path); ok {
			node.At = c.position(file, n.NameSpan.Start)
		}
		if !budget.take(60 + len(node.Name) + len(node.Type) + len(node.At) + 3*len(node.Needs) + len(strings.Join(node.Needs, ""))) {
			out.More++
			continue
		}
		out.Nodes = append(out.Nodes, node)
	}
	for _, circle := range found.Circles {
		names := lists.Map(circle, func(i int) string { return found.Nodes[i].Name })
		out.Cycles = append(out.Cycles, names)
	}
	out.Partial = found.Partial
	return out, out.text(), nil
}

// inRanks are the nodes in the order of creation, and then those that a run does nothing for.
func inRanks(g *depgraph.Graph) []int {
	var all []int
	ranked := map[int]bool{}
	for _, rank := range g.Ranks {
		for _, i := range rank {
			all, ranked[i] = append(all, i), true
		}
	}
	for i := range g.Nodes {
		if !ranked[i] {
			all = append(all, i)
		}
	}
	return all
}

func (g Graph) text() string {
	var out strings.Builder
	for _, n := range g.Nodes {
		fmt.Fprintf(&out, "%s %s", n.Kind, n.Name)
		if n.Type != "" {
			fmt.Fprintf(&out, " %s", n.Type)
		}
		if len(n.Needs) > 0 {
			fmt.Fprintf(&out, " <- %s", strings.Join(n.Needs, ", "))
		}
		out.WriteByte('\n')
	}
	for _, cycle := range g.Cycles {
		fmt.Fprintf(&out, "cycle: %s\n", strings.Join(cycle, " -> "))
	}
	return out.String() + andMore(g.More)
}
