// Package state reads the state of a stack: what `pulumi stack export` writes, and the file in
// which a self-managed backend keeps a stack.
//
// [Read] returns the resources as plain data, with inputs and outputs in the form of package
// value: lists are tuples, maps are objects. An asset or archive is known by the hash of its
// content ([value.File]). A reference to a resource is an object with its `urn`, and its `id`
// unless it is a component. [Snippets] finds the pieces of PCL in the same files. The package
// opens no file and knows no program.
//
// # Versions
//
// Versions 1 to 4 are read. Version 4 is version 3 with a list of features, and one that is not
// known is refused. Version 2 lacks the dependencies of single inputs: each input depends on
// what its resource depends on. Version 1 also lacks providers. All other fields have the
// same names and meanings in all versions. Fields that no plan depends on are not read.
//
// # Invariants
//
// Invariant: ciphertext is in no result and in no error.
//
// Invariant: the plaintext of a secret is in no error, and only in values marked
// [value.Hidden]; the secret itself is marked [value.Secret] as well.
//
// Invariant: an error contains no text of a property.
//
// Invariant: no value has more than [value.MaxNodes] members; a property beyond that is unknown
// and listed ([Resource.Unread]).
//
// Invariant: no resource is a parent of its own parents. Other references between resources may form rings.
//
// Why a walk of its own and not decoding into structs: an error tells a line and a column, and no text
// of the file that may be secret; and a property that is too large is not built whole.
package state
