// Package navigate answers where a name is declared and where it is used.
//
// It takes a program and an offset and gives places. It knows neither the
// protocol nor the file system: a place in a component's directory is a path of
// that directory's program.
//
// Invariant: what a reference leads to leads to itself. So the uses of a name are
// the names that lead to the same declaration, and [Target.Uses] needs no rules of
// its own. Other features, such as renaming, stand on it.
//
// What it does not do: it follows no value further than literal objects, loops over
// something with a name, and locals that name something else. Where other programs
// are it does not know: those that may use a name are given to it.
package navigate
