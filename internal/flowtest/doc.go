// Package flowtest runs small random programs to test the flow analysis against a run:
// which values are unknown, which are secret, and which declarations they come from.
//
// A [Program] is a tree that [Generate] makes of a series of numbers and that
// [Program.Files] writes as text. The analysis reads the text; [Program.Run]
// evaluates the tree with the values that one [Assignment] gives to configs and to
// the outputs of resources, so the two have nothing in common but the program.
// [Shrink] makes a program that shows something smaller.
//
// The package deliberately knows neither the analysis nor the library that parses
// and evaluates HCL: it is the second opinion.
//
// # What a run is
//
// Marks sit on individual values (PCL specification, pcl-types.md, section 11.2).
// Whoever takes a member out of a value gets the marks of the whole with it. What
// is computed from a value has its marks and, where it looks into it (a text, an
// operator, toJSON), those of everything in it. Where the computation cannot be
// done because something is unknown, the result is unknown with the marks of what
// decided that.
//
// A config and a resource are counted among the dependencies of their values, as
// the analysis does, and of a component only its name is seen outside of it.
//
// Where the specification is silent the run does what the engine and its evaluator do. The comment of
// such a rule names the function that it was read from: of package hclsyntax, of go-cty, or of the
// repository pulumi/pulumi in August 2026.
//
// Components have no range: the checker gives their names the type of a list, and the
// run makes one, so nothing that is computed from them has its type.
//
// Why expressions fail and are not mended: a run in which a value cannot be computed
// says nothing about it, and a program has many other values and runs.
package flowtest
