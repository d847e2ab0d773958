// Package language declares PCL once, as data: its builtin functions, its resource
// options and its kinds of blocks. The checker, the evaluator and every editor feature
// read these tables, and docs/functions.md is written from them.
//
// An entry holds everything about one thing: types, documentation, examples, and how the
// checker and the evaluator treat it. A rule that is a function of types or values alone
// is a function in the entry, such as [Builtin.Signature] or [Builtin.Value]. A rule that
// needs syntax, schemas or the program is a member of a small closed set, such as [Role]
// or [FlowRule], which package check implements once.
//
// The package knows no syntax trees, no programs and no schemas.
//
// Invariant: outside this package nothing compares a name from the program with the name
// of a builtin, an option or a kind of block. TestNamesOfTheLanguage in internal/house
// checks this.
//
// Why not interfaces, with a type for each builtin that implements its typing, flow and
// value: their methods would need the checker, so the checker would have to be below the
// language, and features that only want names and documentation would depend on all of
// it. With data the arrows point down, a table can be listed and tested as a whole, and
// nobody can forget to handle a new entry: zero fields have a meaning.
package language
