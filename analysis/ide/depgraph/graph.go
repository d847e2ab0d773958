package depgraph

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file declares the graph as data.

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
