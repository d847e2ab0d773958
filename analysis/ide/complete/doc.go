// Package complete says what could be written at a place of a program, also
// while the text around the place is broken.
//
// Package partial says what kind of word is being typed at the place, and what the
// checker makes of the text with a placeholder instead of the word: the types
// around it, and the type that the place asks for. Here the items are made from
// these types and from the schemas.
//
// It does not filter by what has been typed, which editors do themselves and
// differently; only where there is more than anybody reads (tokens of packages, names
// of large programs) what has been typed decides, and the list says that it is not
// complete. It knows no protocol and keeps nothing between two questions.
//
// Items are ranked by how their type fits, then by a weight: how related their name is
// to the name that the value goes to, how often the program uses them near by, how near
// they are declared. TestRanking measures what comes of it, with questions in
// testdata/complete/ranking.
//
// **Why** names count as much as types: most places ask for a text, and most of what a
// program has is one. What goes to networkId is the id of a network.
//
// Invariant: every item replaces a span of one line that contains the cursor.
//
// Invariant: no two items of a list have the same label and kind.
package complete
