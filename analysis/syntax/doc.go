// Package syntax turns the text of a PCL file into items: the top-level
// attributes and blocks, each parsed on its own.
//
// It knows the grammar and nothing else: no scope, no type, no schema, no file
// system, no protocol. It never fails and never panics; what is wrong with a
// text is data ([Item.Errors], [File.Errors]).
//
// Invariant: the items of a file tile its text. Joining their texts gives the
// text of the file, byte for byte.
//
// Invariant: an item depends on its own text only. Every offset inside it is
// relative to that text, so an item can be moved, kept and shared, and equal
// texts have equal items.
//
// Invariant: a text whose brackets, strings and heredocs balance is cut only
// between complete items. The heuristics of recovery are switched on by an
// anomaly and by nothing else.
//
// Invariant: how a file is split at an item depends on nothing before it, if the
// item begins a stretch (stretch.go); so [File.Edited] splits and parses what is
// around an edit, and the rest is shared. It gives what [Parse] gives.
//
// Invariant: two versions of a file share their items in chunks of some dozens
// (chunk.go); so an edit copies the items of the chunks it touches and where the
// others are, and [File.SharedWith] finds what an edit left alone without looking at it.
//
// Invariant: no tree is deeper than [MaxDepth] nested levels plus [MaxChain]
// chained operators, so that walking one by recursion is safe.
//
// Which text belongs to which item: an item runs from the end of the line that
// ends the item before it to the end of its own last line. Blank lines and
// comments therefore lead the item that follows them; a comment behind an item
// on the same line belongs to that item; trivia at the end of the file is an
// item of [KindBlank]. Consecutive lines that begin no item at all make one
// item of [KindStray].
//
// In the trees hclsyntax positions carry meaning in their Byte alone. Lines and
// columns are those of the fragment that was parsed and must not be used.
//
// Where an expression is missing or cannot be read, the tree holds a
// *hclsyntax.ExprSyntaxError or a literal of the unknown dynamic value, so that
// no expression in a tree is nil.
//
// **Why** split before parsing: the recovery of the HCL parser does not stop at
// the broken block. An unterminated string, an open bracket or a missing brace
// loses every later block of the file; and parsing a whole file on each
// keystroke costs a hundred times what parsing one item does.
//
// **Why** a guard before parsing: the parser recurses, and a Go stack overflow
// cannot be recovered.
package syntax
