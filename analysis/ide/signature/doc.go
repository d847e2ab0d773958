// Package signature says what the call around a cursor takes: its parameters, the
// one that is being written, and what the function gives; and of the literal objects
// inside of it, or in a block, which properties they have.
//
// For builtin functions this is what the table of functions in package analysis
// says. For invoke and call it is the function or method that the call names, as
// its schema declares it: the inputs stand where they are written, in an object or
// one by one.
//
// It answers in text that is broken as text that is being typed is; see package
// probe. It does not check the arguments, and it knows no protocol.
//
// Invariant: the parameters are parts of the label, and Active is the index of one
// of them or -1.
//
// **Why** inputs in an object are parameters of their own, inside that of the
// object: an editor marks one part of the label, and the input that is being
// written tells more than the object.
package signature
