// Package complete computes completions at a place of a program, even while the text around it
// is broken.
//
// Package partial finds out what kind of word is at the cursor, and checks the program with a
// placeholder in its place. The result is the types around the cursor and the type expected
// there. This package turns types, schemas and names into items: complete.go dispatches on the
// kind of word, and each kind has a file. completer.go holds the state of a request and is the
// only file they share, besides item.go (the data) and insert.go (snippets).
//
// The package does not filter by the typed text, because every editor filters in its own way.
// The exceptions are tokens of packages and names of large programs: there are too many to
// send, so the typed text selects some and the list is marked as incomplete. The package knows
// no protocol and keeps nothing between requests.
//
// Items are ranked by adding up the reasons for each (evidence.go): how well the type fits; whether the place
// asks for the member of a resource of that type, by its name (kinship.go) or in the examples of the schema
// (examples.go); the similarity between the item's name and the name of its place; what this program has in
// the same place (vocabulary.go) and what others have there (usage.go); and how near the declaration is. What
// each reason counts is in weights.go. entries.go, operands.go, options.go and likely.go collect the reasons.
// TestRanking measures the result on every kind of name in programs, some of which were never used to choose
// weights.
//
// **Why** names count as much as types: most places take a string, and most values of a
// program are strings. The value of networkId is most likely the id of a network.
//
// Invariant: every item replaces a span of one line that contains the cursor.
//
// Invariant: no two items of a list have the same label and kind.
package complete
