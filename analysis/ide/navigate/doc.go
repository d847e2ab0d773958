// Package navigate finds where a name is declared and where it is used.
//
// It takes a program and an offset and returns places. It knows neither the protocol nor the
// file system: a place in a component is a path in the program of that component. The caller
// passes the other programs that may use a name.
//
// Invariant: what a reference leads to leads to itself. So the uses of a name are the names
// that resolve to the same declaration, and [Target.Uses] needs no rules of its own. Other
// features, such as renaming, rely on it.
//
// Navigation follows values only through literal objects, loops over a named value, and locals
// that rename something else.
package navigate
