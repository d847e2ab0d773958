// Package outline lists what is in a file: its items, the attributes and blocks
// inside them, and the keys of locals that are literal objects.
//
// Names and places come from the syntax, so that broken text has an outline too;
// the types in the details come from the checker. It knows no protocol; which
// icon a [Kind] gets is not decided here.
//
// Invariant: a symbol has a name, its name is inside it, and it is inside its
// parent. Editors reject outlines that are otherwise.
package outline
