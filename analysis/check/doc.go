// Package check is the checker: it gives names their meaning, every
// expression its type, and says what is wrong with a program.
//
// A [Program] is made of the parsed files of one directory. Making one costs
// little: names are collected and nothing is checked. [Program.Check] checks one
// item (a block or a local) and gives its [Info]; other items are consulted only
// through their names. The world outside the directory, schemas, component
// directories and what is at a path, is asked for through [World]; the package
// touches no file, no clock and no goroutine, and knows nothing of editors.
//
// # How a result is kept
//
// Everything that the check of an item reads from elsewhere (the type behind a
// name, a schema, the interface of a component) is recorded as a read. The next
// version of the program takes a result over when the item's text is the same and
// every read still gives the same answer. So an edit costs the edited item, and
// dependents are checked again only when the type behind a name really changed.
//
// A program whose predecessor has all its results is derived from it: the two share
// the entries of all items but the changed ones, and an index from what is read to its
// readers leads to the results that have to be asked. See derive.go and settle.go.
//
// Why not a general engine of queries that validate each other: with thousands of
// items the asking alone takes longer than the check of one.
//
// Invariant: a result is a function of the item's text and its reads. It never
// depends on which item was checked first, on other results, or on time.
//
// # Cycles
//
// Two graphs are kept apart. The dependency graph (every name in an item) decides
// what is a circular reference, as the evaluator would see it. The type graph
// (names that a type needs: all of a local's, but only the range of a resource)
// decides what can be typed: two resources that refer to each other are an error,
// and still both have their types. A name inside a cycle of the type graph is
// dynamic for the members of that cycle.
//
// Why not one recursive "is being checked" flag: the answer would depend on where
// the walk began, and so an incremental check could differ from a fresh one.
//
// # Findings about the whole program
//
// What no single item can know (that nothing uses a name, that two names are the
// same outside the program) is found out from names that are kept per item. Most of
// it depends on the heads of items alone and is kept with their [frame]; the rest is
// asked of those items only that are flagged for it.
//
// Why not in the items' results: every name that is used anywhere would be one of
// their reads, and each edit would have to compare them all.
//
// # Flows
//
// What a value carries besides its type, whether it may be unknown during a
// preview and whether it is secret, is a [Flow]. Flows are computed after types
// and only when findings or flows are asked for: completion does not pay for them,
// and hover for those of one item and of what it refers to. What an item shows to the others and what is found in it are two
// cells, kept and validated as types are. The flow of a name in a cycle is empty.
//
// Why not values with marks, which the library that holds constants offers: see
// flow.go.
//
// # Severity of doubt
//
// What is not known is dynamic, and dynamic is silent: a missing schema is one
// warning for its package and no further finding.
package check
