// Package depgraph says how the declarations of a program depend on each other, and
// draws it.
//
// The nodes of a [Graph] are what the run makes or is given: resources, providers,
// reads, components with the graph of their own program inside, hooks, outputs, and
// the configs that something depends on. Locals are no nodes: an edge leads through
// them to what they are made of. Only locals that need nothing but each other, in a
// circle, are shown, since the circle would be nowhere else.
//
// An [Edge] is there where one declaration waits for another, as the specification
// of the language has it (pcl-syntax.md, section 15.4): it names the other, or a
// local that does. What is known of the value that is passed on (secret, unknown
// during a preview, or that nothing is passed on at all) comes from the flows of
// package analysis.
//
// Why edges come from names and not from flows: a local that is an object of two
// resources makes those who take one member wait for both. The flow knows that only
// one value arrives; the run waits all the same.
//
// Invariant: the graph and each way of writing it depend on the program alone, and
// are the same each time. What is written can be read back whatever names are in
// the program.
//
// The package knows no protocol and no files; a writer that shows places is told
// how they are written.
package depgraph
