// Package proppath implements property paths, such as `rules[0].port` or `tags["a.b"]`.
// Options such as ignoreChanges, schemas, configuration keys and diffs use them to point
// into a value.
//
// [Parse] reads the engine's grammar, which accepts nearly everything as a name. It
// returns the place of every segment, so that an editor can point there. [Resolve]
// finds what a path denotes in a type, and which segments cannot exist. [Contains]
// compares two paths. [Refer] shows how the engine reads a property reference of a
// program.
//
// The package does not know resources, schemas or files: the caller supplies the type
// to which a path is relative. Rules and sections in comments are those of the PCL
// specification, property-paths-urns-assets.md.
//
// # Invariants
//
// Invariant: parsing a printed path gives the same path.
//
// Invariant: no text makes the parser panic, and every error has a place inside the
// text.
//
// # Where the reference differs
//
// It prints an empty key as nothing, and cannot read the result. It prints a key that
// ends in a backslash in quotes, and the backslash escapes the closing quote. Here an
// empty key is `[""]`, and a key that ends in a backslash is printed without quotes,
// where everything except a dot and an opening bracket is part of the name.
//
// Why a path has no places: paths are compared, and are equal wherever they were
// written. [Parsed] has both.
package proppath
