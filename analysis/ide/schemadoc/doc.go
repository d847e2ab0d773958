// Package schemadoc writes what a package schema says of a resource, a function or a type
// as a text that people read, in the notation of PCL, and tells where in it each property
// stands.
//
// The text is for reading: it is no program. Inputs come first, those that must be given
// before the others, then outputs, then methods, then the object types and enums that they
// use, each once.
//
// Invariant: the text depends on the schema alone, so the same member always has the same
// lines.
package schemadoc
