// Package cursor determines what is being written at the cursor: the brackets around it,
// the entry, and the kind of word, such as a keyword, a label, an attribute name, an object
// key, an operand, a member or a part of a string.
//
// It knows only the text of one item: no tree, name or type. The only PCL keyword that it
// knows is the options block, which cannot be inside a list.
//
// Invariant: reading never fails, whatever the text before the cursor.
//
// **Why** a scan and not the tree of the item: a half-written attribute name or label has
// no node, and the recovery of the parser depends on the text after the cursor. The text
// before the cursor was typed from left to right, so the scan reads it from left to right.
//
// **Why** its own stack and not [lex.All]: while people type, some brackets and strings are
// not closed yet, and a line that begins like an attribute shows which. The tokens are those
// of package lex.
package cursor
