// Package schemadoc renders a resource, function or type of a package schema as readable text
// in PCL notation, and knows the place of each property in the text.
//
// The text is documentation and not a valid program. Inputs come first, required ones before
// optional ones, then outputs, methods, and the object types and enums that they use, each
// once.
//
// Invariant: the text depends on the schema alone, so the same member always has the same
// lines.
package schemadoc
