// Package urn checks URNs, the texts by which the engine names resources.
//
// [Parse] decides whether a text is a URN and where its parts are. [Check] also
// reports parts that are valid but most likely mistakes. The package works on texts
// alone: it knows nothing of programs, stacks or state, and asks no engine. Rules and
// sections named in the comments are those of the PCL specification,
// property-paths-urns-assets.md.
//
// # Invariants
//
// Invariant: the parts of a URN in order, with the separators between them, are the
// text that was parsed.
//
// # Where the reference differs
//
// It counts the separators in the whole text, so that in `urn:pulumi::a::b::c` the
// colon of the prefix makes up for a missing part, and the name comes out wrong.
// Here the separators are those behind the prefix, and that text is no URN.
//
// Why the checks have levels: the engine accepts nearly everything between the
// separators. A blank in a stack's name is unusual, but no error.
package urn
