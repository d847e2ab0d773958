// Package semantic classifies each piece of a program's text for editors that color it:
// keywords, names by what they refer to, strings and templates, and names whose values are
// secret or may be unknown during a preview.
//
// It knows no protocol. Types and modifiers are named as in the Language Server Protocol where
// possible, because color themes know those names.
//
// Invariant: the tokens of an item are sorted, do not overlap, are not empty, and none goes
// over a line end.
//
// **Why** tokens end with their line: every client accepts that, so the cached tokens of an
// item do not depend on the client.
//
// **Why** a painter that draws fine strokes over coarse ones: a type is inside a string, a
// template inside another string, and a name inside each. Painting in order needs no rules
// about nesting and cannot produce overlapping tokens.
package semantic
