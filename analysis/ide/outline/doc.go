// Package outline lists the symbols of a file: its items, their blocks and attributes of several
// lines, and the keys of locals that are literal objects.
//
// Names and places come from the syntax, so broken text has an outline too. Types in details
// come from the checker. The package knows no protocol, and the caller maps a [Kind] to an
// icon.
//
// Invariant: a symbol has a name, its name is inside it, and it is inside its parent. Editors
// reject outlines that are otherwise.
package outline
