package depgraph

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file declares the graph: data without behaviour.

// Kind says what a node is.
type Kind string

// The kinds of nodes. A local is a node only in a circle of nothing but locals.
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

// isStep reports whether the run does something for such a node, which takes time.
func (k Kind) isStep() bool {
	switch k {
	case Resource, Provider, Read, Component, Hook:
		return true
	}
	return false
}

// Configs says which configs are nodes.
type Configs string

// The choices of configs.
const (
	ConfigsUsed Configs = "used" // those that something depends on; also the zero value
	ConfigsAll  Configs = "all"
	ConfigsNone Configs = "none"
)

// Options choose what is in a graph. The zero value is the usual choice.
type Options struct {
	Configs Configs
}

// Graph is how the declarations of one program depend on each other.
type Graph struct {
	// Dir is the directory of the program.
	Dir string
	// Nodes are in the order of files and places.
	Nodes []*Node
	// Edges are sorted by To, then From. There is at most one between two nodes.
	Edges []*Edge
	// Ranks are what the run can do at the same time, by number of node: those of a
	// rank need only what is in earlier ones. Nodes of a circle share one.
	Ranks [][]int
	// Circles are nodes that need each other, one circle for each group of such: each
	// refers to the next, and the last to the first.
	Circles [][]int
	// Partial says that there are too many edges, and that some are left out.
	Partial bool

	files map[string]*syntax.File // of this program
}

// Node is one declaration.
type Node struct {
	Kind Kind
	// Name is how the program refers to it, Logical how it is called outside where
	// that differs.
	Name, Logical string
	// Token is the type of a resource or read, Source the directory of a component as
	// it is written.
	Token, Source string
	Path          string
	Span          syntax.Span // of the whole declaration, in the file
	NameSpan      syntax.Span
	// Rank is the number of its rank, -1 for what is no step of the run.
	Rank int
	// Ranged says that there may be several instances, or none.
	Ranged bool
	// LeadsBack says that a component cannot be opened since its program uses this one.
	LeadsBack bool
	// Inner is the program of a component, nil where it is not known. Components of one
	// directory share it.
	Inner *Graph
}

// Edge says that one node waits for another: To needs From, and values pass from
// From to To.
type Edge struct {
	From, To int
	// Uses are the places that make the edge, in source order.
	Uses []Use
	// Secret and Unknown say that a value which passes is secret, or may be unknown
	// during a preview, or that a member of it is.
	Secret, Unknown bool
	// WaitsOnly says that no value passes: the run waits, as names are all that it
	// looks at.
	WaitsOnly bool
	// InCircle says that the edge is part of a circle. What passes there is not known.
	InCircle bool
}

// UseInput and UseValue are the kinds of uses that are no options.
const (
	UseInput = "input" // an attribute of a block
	UseValue = "value" // the value of an output or local
)

// Use is one place in a declaration that refers to another one.
type Use struct {
	// Kind is UseInput, UseValue or the name of an option.
	Kind string
	// Property is the attribute that the value goes to.
	Property string
	// Reads is what is read: steps after the name, as they are written; empty for all.
	Reads string
	// Through are the locals in between, nearest first. Of many some are left out.
	Through         []string
	Secret, Unknown bool
	// Passes says that a value of the other reaches the property.
	Passes bool
	Path   string
	Span   syntax.Span // of the reference, in the file
}

// Kinds are the kinds of an edge's uses, sorted.
func (e *Edge) Kinds() []string {
	var kinds []string
	for _, u := range e.Uses {
		kinds = append(kinds, u.Kind)
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// OptionKinds are those of its kinds that are options.
func (e *Edge) OptionKinds() []string {
	return slices.DeleteFunc(e.Kinds(), func(k string) bool { return k == UseInput || k == UseValue })
}

// isOption reports whether options alone make the edge.
func (e *Edge) isOption() bool { return len(e.OptionKinds()) == len(e.Kinds()) }
