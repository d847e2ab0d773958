// Package targets says which constructs of PCL the generators of other languages cannot express.
//
// `pulumi convert` turns a program into Go, Python, TypeScript, C#, Java or YAML. Each generator has gaps: it fails, writes a placeholder or invalid
// code, leaves something out, or writes code that does something else. The gaps are one table of rows. A [Row] names a [Construct] and the
// facts about it, each with its [Evidence], the function of the generator, and the conformance tests that the language host expects to fail for
// it. A fact holds for the version of the generator in [Target.Version].
//
// The package knows neither programs nor findings. Package lint recognizes the constructs.
//
// The table costs nothing at start: it is a literal of constants, which the linker lays out, and a search visits its few dozen rows.
//
// Why a table and not rules: the facts change with every release of a generator, and the way to find a construct does not.
package targets

//go:generate go test . -run TestDocument -update
