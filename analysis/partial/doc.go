// Package partial reads text that is being written: it says what stands in front
// of a cursor, also where the text around is broken, and what the checker makes of
// it.
//
// It works in two steps. A scan of the text in front of the cursor, which nothing
// in the text can stop, says in which brackets the cursor is and what kind of word
// is being typed there: a keyword, a label, the name of an attribute, an object
// key, an operand, a member, a part of a string. Then, if it is asked to, it puts a
// placeholder in place of the word, closes what the text leaves open behind it if
// need be, and checks the item as if it stood in the program; so the types around
// the placeholder, and the type that its place asks for, are those of the checker.
//
// It does not know what could be written: completion and signature help, which
// share it, know that. What the place of a node asks for is worked out here for them,
// and for others that look at whole programs.
//
// **Why** a scan of its own and not the tree of the item: where an attribute name
// or a label is half written there is no node, and what recovery makes of the
// rest depends on what follows. In front of the cursor the text has been accepted
// word by word by somebody who reads from left to right, and so does the scan.
//
// **Why** a placeholder and not the tree of the text as it is: the checker notes
// what it expects of an expression; there must be one.
package partial
