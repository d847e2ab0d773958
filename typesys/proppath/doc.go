// Package proppath implements property paths: the texts by which ignoreChanges
// and its like, schemas, configuration keys and diffs point at a place inside a
// value, such as `rules[0].port` or `tags["a.b"]`.
//
// There are two grammars. [Parse] and [ParseStrict] read the one of the engine,
// which takes nearly everything for a name; [ParseGlob] reads the stricter one of
// property selectors, where a wildcard differs from a key that is a star. Both
// give the place of every segment in the text, so that an editor can point there.
//
// What a path means is implemented twice: over values ([Get], [Set], [Add],
// [Delete] and [Reset], which is what ignoreChanges does) and over types
// ([Resolve], which says what a path can denote and which segment cannot be).
// [Contains] compares two paths. [Refer] says what becomes of a property reference
// of a program on its way to the engine.
//
// The package knows nothing of resources, schemas or files: a caller brings the
// type or the value to which a path is relative. Rules and sections named in the
// comments are those of the PCL specification, property-paths-urns-assets.md.
//
// # Invariants
//
// Invariant: whatever a parser accepts, printing gives back: parsing the printed
// text gives the same path.
//
// Invariant: no text makes a parser panic, and every error has a place inside the
// text.
//
// # Where the reference differs
//
// It prints an empty key as nothing, and cannot read the result; and it prints a
// key that ends in a backslash within quotes, which hides the closing one. Here an
// empty key is `[""]`, and a key that ends in a backslash stands without quotes,
// where everything but a dot and an opening bracket is part of the name. Its
// adding to an array beyond the end puts the missing elements in front; here they
// stand where they are missing.
//
// Why a path has no places inside: paths are compared, and two paths are the same
// wherever they were written. [Parsed] has both.
package proppath
