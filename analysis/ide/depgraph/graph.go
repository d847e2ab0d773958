// Package depgraph computes the dependency graph of a program's declarations and draws it.
//
// The nodes of a [Graph] are what a run creates or receives: resources, providers, reads,
// components with the graph of their own program inside, hooks, outputs, and the configs that
// something depends on. Locals are not nodes: edges lead through them to the nodes they are
// made of. The exception is a cycle of locals only, which would otherwise be invisible.
//
// There is an [Edge] if one declaration waits for another, as the language
// defines it (docs/language/scopes.md#cycles): it names the other, or a local that does. What is
// known about the passed value (secret, unknown during a preview, or no value at all) comes
// from the taints of package analysis.
//
// Invariant: the graph and all its drawings depend only on the program, and are always the
// same. A drawing can be parsed whatever names the program uses.
//
// The package knows no protocol and no file system. The caller says how to write places.
//
// **Why** edges come from names and not from taints: if a local is an object of two resources,
// code that reads one member waits for both. The taint knows that only one value arrives, but
// the run waits for both.
package depgraph

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file declares the graph as data, and finds its cycles and ranks.

// Kind is the kind of a node.
type Kind string

// The kinds of nodes. A local is a node only in a cycle of locals.
const (
	Config    Kind = "config"
	Resource  Kind = "resource"
	Provider  Kind = "provider"
	Read      Kind = "read"
	Component Kind = "component"
	Hook      Kind = "hook"
	Output    Kind = "output"
	Local     Kind = "local"
)

// isStep reports whether the run does work for such a node.
func (k Kind) isStep() bool {
	switch k {
	case Resource, Provider, Read, Component, Hook:
		return true
	}
	return false
}

// Configs says which configs are nodes.
type Configs string

// The choices.
const (
	ConfigsUsed Configs = "used" // those that something depends on; the default
	ConfigsAll  Configs = "all"
	ConfigsNone Configs = "none"
)

// Options selects the content of a graph. The zero value is the usual choice.
type Options struct {
	Configs Configs
}

// Graph holds the dependencies between the declarations of one program.
type Graph struct {
	// Dir is the directory of the program.
	Dir string
	// Nodes are sorted by file and place.
	Nodes []*Node
	// Edges are sorted by To, then From, with at most one edge between two nodes.
	Edges []*Edge
	// Ranks groups nodes that the run can process at the same time: a rank depends only on
	// earlier ranks. The nodes of a cycle share a rank.
	Ranks [][]int
	// Circles lists one cycle for each group of nodes that need each other. Each node of a
	// cycle refers to the next, and the last to the first.
	Circles [][]int
	// Partial means that there were too many edges and some are missing.
	Partial bool

	files map[string]*syntax.File // of this program
}

// Node is one declaration.
type Node struct {
	Kind Kind
	// Name is the name in the program, Logical the logical name if it differs.
	Name, Logical string
	// Token is the type of a resource or read. Source is the directory of a component as
	// written.
	Token, Source string
	Path          string
	Span          syntax.Span // the whole declaration, as offsets in the file
	NameSpan      syntax.Span
	// Rank is the index of its rank, or -1 if the run does nothing for it.
	Rank int
	// Ranged means that there may be any number of instances.
	Ranged bool
	// LeadsBack means that a component is not opened because its program uses this one.
	LeadsBack bool
	// Inner is the program of a component, or nil if it is unknown. Components of one
	// directory share it.
	Inner *Graph
}

// Edge means that node To waits for node From. Values flow from From to To.
type Edge struct {
	From, To int
	// Uses lists the references behind the edge, in source order.
	Uses []Use
	// Secret and Unknown mean that a passed value, or a member of it, is secret or may be
	// unknown during a preview.
	Secret, Unknown bool
	// WaitsOnly means that no value is passed: the run waits because it only looks at names.
	WaitsOnly bool
	// InCircle means that the edge is part of a cycle. Nothing is known about its values.
	InCircle bool
}

// UseInput and UseValue are the kinds of uses other than options.
const (
	UseInput = "input" // an attribute of a block
	UseValue = "value" // the value of an output or local
)

// Use is one reference to another declaration.
type Use struct {
	// Kind is UseInput, UseValue or the name of an option.
	Kind string
	// Property is the attribute that receives the value.
	Property string
	// Reads is the source text of the steps after the name. It is empty if the whole value is
	// read.
	Reads string
	// Through lists the locals in between, nearest first. Long lists are shortened.
	Through         []string
	Secret, Unknown bool
	// Passes means that a value reaches the property.
	Passes bool
	Path   string
	Span   syntax.Span // the reference, as offsets in the file
}

// Kinds returns the kinds of an edge's uses, sorted.
func (e *Edge) Kinds() []string {
	kinds := lists.Map(e.Uses, func(u Use) string { return u.Kind })
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// OptionKinds returns the kinds that are options.
func (e *Edge) OptionKinds() []string {
	return slices.DeleteFunc(e.Kinds(), func(k string) bool { return k == UseInput || k == UseValue })
}

// isOption reports whether all uses are options.
func (e *Edge) isOption() bool { return len(e.OptionKinds()) == len(e.Kinds()) }

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
				after := levels[from]
				if g.Nodes[from].Kind.isStep() {
					after++
				}
				level = max(level, after)
			}
		}
		for _, i := range nodes {
			levels[i] = level
		}
	}
	return levels
}
