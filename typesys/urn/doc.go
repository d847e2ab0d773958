// Package urn implements the texts by which the engine names resources: URNs,
// provider references, and the well-known names that are built from parts of a
// program; and resource references, by which a value points at a resource.
//
// [Parse] decides whether a text is a URN and where its parts stand in it; [Check]
// adds what is allowed and still most likely a mistake; [URN.Differences] compares
// with the place where a URN is written. All of it is about texts and values: the
// package knows nothing of programs, stacks or state, and asks no engine. Rules and
// sections named in the comments are those of the PCL specification,
// property-paths-urns-assets.md.
//
// # Invariants
//
// Invariant: a URN that was parsed prints as the text it was parsed from, and its
// parts in order, with the separators between them, are the text.
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
