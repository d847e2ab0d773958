// Package program is the incremental engine under the checker.
//
// A [Program] is one version of the files of a directory: its items (top-level
// blocks and locals), the names that they declare, and what depends on what. For each
// item it keeps the results that the checker has computed, together with everything
// that was read to compute them. The next version takes over each result whose item and
// reads are unchanged, so an edit costs the edited item, and the items that depend on it
// only if what they read has really changed.
//
// The engine knows neither types nor codes of findings. What it must know of the
// language and of the world outside the program it asks through [Host]; what the
// checker wants to keep with an item, a scope or a program hangs in a field named Data.
//
// # How a version is made
//
// If the version before has all its results, the next one is derived from it
// (derive.go): both share the items that did not change, and an index from what was
// read to its readers leads to the results that may be wrong. Those are revalidated in
// dependency order (revalidate.go), lazily, when the first question is asked.
// Otherwise, the program is assembled anew, and every old result is asked whether all
// of its reads still give the same answer.
//
// Why not a general query engine such as salsa, whose queries validate each other: with
// thousands of items, asking all of them takes longer than checking one.
//
// Why results are untyped here: with one type parameter per kind of result, each
// function of the engine carries four of them, and the checker is the only user. The
// checker has one typed accessor per [Query] instead.
//
// # Invariants
//
// A result is a function of the item's text and its reads. It never depends on which
// item was checked first, on other results, or on time.
//
// A [Program] never changes, but for results that are computed on first use; many
// goroutines may use it. A cancelled computation leaves nothing behind.
//
// # Cycles
//
// Two kinds of graphs are kept apart. The dependency graph (every name in an item)
// decides what is a circular reference, as the evaluator would see it. Each shown
// result (see [Query.Shown]) has a graph of its own: the type of a resource needs only
// the names in its range, so two resources that refer to each other are an error and
// still both have types.
//
// Why not one recursive "is being computed" flag: the answer would depend on where the
// walk began, and an incremental check could differ from a fresh one.
package program
