// Package edit edits a block in its text: it adds, sets and removes attributes, options and nested blocks, and entries of lists and
// objects, in whatever layout the block has.
//
// Its edits are relative to the text of an item, as the spans of its syntax tree are. It does not know why anything changes.
//
// Invariant: only a comment on the same line goes with what is removed. All others stay.
//
// **Why** it does not align columns: that depends on neighbors that other edits may change. Package format does it afterwards.
package edit
