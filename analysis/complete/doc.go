// Package complete says what could be written at a place of a program, also
// while the text around the place is broken.
//
// It works in three steps. A scan of the text in front of the cursor, which
// nothing in the text can stop, says in which brackets the cursor is and what
// kind of word is being typed there: a keyword, a label, the name of an
// attribute, an object key, an operand, a member, a part of a string. Then a
// placeholder takes the place of the word, what the text leaves open behind it is
// closed if need be, and the item is checked as if it stood in the program; so the
// types around the placeholder, and the type that its place asks for, are those of
// the checker. Last, the items are made from these types and from the schemas.
//
// It does not filter by what has been typed, which editors do themselves and
// differently; only lists of tokens are cut to the package or module that is
// written already. It knows no protocol and keeps nothing between two questions.
//
// Invariant: every item replaces a span of one line that contains the cursor.
//
// Invariant: no two items of a list have the same label and kind.
//
// **Why** a scan of its own and not the tree of the item: where an attribute name
// or a label is half written there is no node, and what recovery makes of the
// rest depends on what follows. In front of the cursor the text has been accepted
// word by word by somebody who reads from left to right, and so does the scan.
//
// **Why** a placeholder and not the tree of the text as it is: the checker notes
// what it expects of an expression; there must be one.
package complete
