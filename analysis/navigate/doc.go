// Package navigate answers where a name is declared and where it is used.
//
// It takes a program and an offset and gives places. It knows neither the
// protocol nor the file system: a place in a component's directory is a path of
// that directory's program.
//
// Invariant: what a reference leads to leads to itself. So the uses of a name are
// the names that lead to the same declaration, and [References] needs no rules of
// its own.
//
// What it does not do: it follows no value further than literal objects and
// locals that name something else, and uses of a component are not found from
// inside the component's own directory, since a program does not know who uses
// it.
package navigate
