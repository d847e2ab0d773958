// Package asset implements what is known of assets and archives without opening a
// file: which functions make them, which types take them, and what is wrong with a
// path or address that a program writes out.
//
// The checks are pure functions of texts. Whether a path exists, and whether it is
// a file or a directory, is for a caller who may look; what a text alone can say is
// said here, with the place inside the text. Rules and sections named in the
// comments are those of the PCL specification, property-paths-urns-assets.md.
//
// # Invariants
//
// Invariant: every finding has a place inside the text, and no text makes a check
// panic.
//
// # Where the reference differs
//
// It takes an empty path or address of an asset for an empty text, and crashes on
// `file:` addresses with a user, query or fragment, and on any host in that of an
// archive. Here all of these are errors at their place.
//
// Why wrong endings are warnings, not errors: a path that ends in `.ZIP` is refused
// when it is a file, and fine when it is a directory.
package asset
