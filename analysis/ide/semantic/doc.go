// Package semantic says what each piece of a program's text is, for editors that
// colour it: keywords, names by what they denote, text and its templates, and which
// names stand for values that are secret or may be unknown during a preview.
//
// It knows no protocol. The names of types and modifiers are those of the Language
// Server Protocol where it has them, because themes know those.
//
// Invariant: the tokens of an item are sorted, do not overlap, are not empty, and
// none goes over a line end.
//
// Why tokens end with their line: it is right for every client, and what is
// remembered of an item then does not depend on the client.
//
// Why a painter, who puts finer strokes over coarser ones: a type token stands in a
// string, a template in another, and a name in each; who paints in order needs no
// rule about what may stand in what, and cannot make tokens that overlap.
package semantic
