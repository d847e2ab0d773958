// Package syntax turns the text of a PCL file into items: the top-level attributes and
// blocks, each parsed on its own. It also maps offsets to the positions of editors.
//
// It knows items and edits. It doesn't know scopes, types, schemas, the file system, or
// the protocol. It never fails and never panics: errors are data ([Item.Errors],
// [File.Errors]).
//
// The packages below it do the work on text: lex reads tokens, split cuts a text into
// items, parse turns the text of an item into a tree and errors, fastparse is the parser
// for valid text, and node walks the trees. Package cursor reads text that is being typed.
//
// Invariant: the items of a file tile its text. Joining their texts gives the text of the
// file, byte for byte.
//
// Invariant: an item depends on its own text only. Every offset inside it is relative to
// that text, so items can be moved, kept and shared, and equal texts have equal items.
//
// Invariant: [File.Edited] returns what [Parse] returns for the new text. It splits and
// parses only the text around an edit, because how a file is split at an item depends on
// nothing before it if the item begins a stretch (package split).
//
// Invariant: two versions of a file share their items in chunks of some dozens (chunk.go).
// So an edit copies only the items of the chunks that it touches, and [File.SharedWith]
// skips the others.
//
// # Which text belongs to which item
//
// An item runs from the end of the line that ends the item before it to the end of its own
// last line. So blank lines and comments lead the item behind them, and a comment behind
// an item on the same line belongs to that item. Trivia at the end of the file is an item
// of [KindBlank]. Consecutive lines that begin no item make one item of [KindStray].
//
// In trees of hclsyntax only the byte offsets of positions mean something.
//
// **Why** split before parsing: the recovery of hclsyntax doesn't stop at the broken
// block. An unterminated string, an open bracket or a missing brace loses every later
// block of the file. And parsing a whole file on each keystroke costs a hundred times as
// much as parsing one item.
package syntax
