// Package signature describes the call around the cursor: its parameters, the active one, and
// its result. It also lists the properties of literal objects around the cursor.
//
// For builtin functions it reads the table of functions. For invoke and call it reads the
// schema of the named function or method; the inputs are shown where they are written, in an
// object or one by one.
//
// The package works on incomplete text; see package probe. It does not check arguments and
// knows no protocol.
//
// Invariant: the parameters are parts of the label, and Active is the index of one of them or
// -1.
//
// **Why** the inputs in an object are parameters of their own, inside the parameter of the
// object: an editor marks one part of the label, and the input under the cursor tells more
// than the whole object.
package signature
