// Package split cuts the text of a file into items, and the body of a broken block
// into entries, before anything is parsed.
//
// It knows tokens, heads (how the first line of an attribute or a block begins) and
// indentation. It doesn't know expressions or trees, and it is given the keywords
// of block kinds as data.
//
// Invariant: the pieces tile the text.
//
// Invariant: a text whose brackets, strings and heredocs balance is cut only
// between complete pieces. Only an anomaly turns on the heuristics of recovery: a
// string cut by its line end, brackets that don't match or stay open, or a head
// inside brackets.
//
// Invariant: how a file is split at an item doesn't depend on anything before the
// item, if the item begins a stretch (stretch.go).
//
// Invariant: splitting takes linear time, whatever the text.
//
// # How it recovers
//
// It makes up to three passes. The strict pass cuts where a line begins outside all
// brackets. If it meets an anomaly, a second pass cuts before every block head at
// the margin, even inside brackets, and notes the braces that are never closed. The
// third pass knows these braces and also cuts before attributes at the margin. In
//
//	resource a "t" {
//	  x = "${foo
//	b = 1
//	resource c "t" {}
//
// the strict pass finds one item. The second pass cuts before "resource c" and
// notes that the brace of a stays open. So the third pass also cuts before "b".
//
// **Why** a scanner with a stack of its own and not [lex.All]: recovery decides
// which bracket a "}" closes and where a string ends, and hclsyntax decides both
// differently. Only the tokens are shared.
package split
