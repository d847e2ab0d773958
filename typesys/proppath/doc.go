// Package proppath implements property paths: the texts by which ignoreChanges
// and its like, schemas, configuration keys and diffs point at a place inside a
// value, such as `rules[0].port` or `tags["a.b"]`.
//
// [Parse] reads the engine's grammar, which accepts nearly everything as a name. It
// returns the place of every segment, so that an editor can point there. [Resolve]
// says what a path denotes in a type, and which of its segments cannot exist.
// [Contains] compares two paths. [Refer] says how the engine reads a property
// reference of a program.
//
// The package knows nothing of resources, schemas or files: the caller brings the
// type to which a path is relative. Rules and sections named in the
// comments are those of the PCL specification, property-paths-urns-assets.md.
//
// # Invariants
//
// Invariant: whatever the parser accepts, printing gives back: parsing the printed
// text gives the same path.
//
// Invariant: no text makes the parser panic, and every error has a place inside the
// text.
//
// # Where the reference differs
//
// It prints an empty key as nothing, and cannot read the result; and it prints a
// key that ends in a backslash within quotes, which hides the closing one. Here an
// empty key is `[""]`, and a key that ends in a backslash stands without quotes,
// where everything but a dot and an opening bracket is part of the name.
//
// Why a path has no places inside: paths are compared, and two paths are the same
// wherever they were written. [Parsed] has both.
package proppath
