// Package complete says what could be written at a place of a program, also
// while the text around the place is broken.
//
// Package partial says what kind of word is being typed at the place, and what the
// checker makes of the text with a placeholder instead of the word: the types
// around it, and the type that the place asks for. Here the items are made from
// these types and from the schemas.
//
// It does not filter by what has been typed, which editors do themselves and
// differently; only lists of tokens are cut to the package or module that is
// written already. It knows no protocol and keeps nothing between two questions.
//
// Invariant: every item replaces a span of one line that contains the cursor.
//
// Invariant: no two items of a list have the same label and kind.
package complete
