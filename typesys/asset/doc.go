// Package asset checks assets and archives without opening files: which functions create
// them, which types accept them, and what is wrong with a literal path or address.
//
// The checks are pure functions of text, and report places inside the text. Whether a path
// exists, and whether it is a file or a directory, is up to the caller. Rules and sections
// in comments are those of the PCL specification, property-paths-urns-assets.md.
//
// # Invariants
//
// Invariant: every finding has a place inside the text, and no text makes a check
// panic.
//
// # Where the reference differs
//
// It treats an asset with an empty path or address as an empty text. It crashes on
// `file:` addresses with a user, query or fragment, and on archive addresses with a
// host. Here all of these are errors at their place.
//
// Why wrong extensions are warnings, not errors: a path that ends in `.ZIP` is rejected
// if it is a file, and fine if it is a directory.
package asset
