// Package cursor says what stands at the cursor: in which brackets it is, which
// entry is being written there, and what kind of word: a keyword, a label, the name
// of an attribute, an object key, an operand, a member, a part of a string.
//
// It knows the text of one item and nothing else: no tree, no name, no type, no
// keyword of PCL but the block options, which cannot stand in a list.
//
// Invariant: reading never fails, whatever the text in front of the cursor.
//
// **Why** a scan and not the tree of the item: a half-written attribute name or
// label has no node, and what the recovery of the parser makes of the rest depends
// on what follows. Somebody has typed the text in front of the cursor from left to
// right, so the scan reads it from left to right.
//
// **Why** a stack of its own and not [lex.All]: while people type, brackets and
// strings are open that they will close later, and a line that begins like an
// attribute shows which. The tokens are those of package lex.
package cursor
