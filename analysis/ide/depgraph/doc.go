// Package depgraph computes the dependency graph of a program's declarations and draws it.
//
// The nodes of a [Graph] are what a run creates or receives: resources, providers, reads,
// components with the graph of their own program inside, hooks, outputs, and the configs that
// something depends on. Locals are not nodes: edges lead through them to the nodes they are
// made of. The exception is a cycle of locals only, which would otherwise be invisible.
//
// There is an [Edge] if one declaration waits for another, as the language specification
// defines it (pcl-syntax.md, section 15.4): it names the other, or a local that does. What is
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
