// Package urn checks URNs, the engine's names for resources.
//
// [Parse] decides whether a text is a URN and where its parts are. [Check] also
// reports parts that are valid but most likely mistakes. The package works only on
// text: it does not know programs, stacks or state, and does not ask an engine. Rules
// and sections in comments are those of the PCL specification,
// property-paths-urns-assets.md.
//
// # Invariants
//
// Invariant: joining the parts of a URN with the separators gives the parsed text.
//
// # Where the reference differs
//
// It counts the separators in the whole text. So in `urn:pulumi::a::b::c` the colon
// of the prefix makes up for a missing part, and the name is wrong. Here only
// separators after the prefix count, and that text is not a URN.
//
// Why the checks have levels: the engine accepts nearly everything between the
// separators. A space in a stack's name is unusual, but not an error.
package urn
