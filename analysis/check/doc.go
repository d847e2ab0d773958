// Package check computes the types of a program and finds what is wrong with it.
//
// A [Program] is made of the parsed files of one directory. Making one is cheap: names are
// collected and nothing is checked. [Program.Check] checks one item, a block or a local,
// and returns its [Info]. The world outside the directory (schemas, component directories,
// files) is asked through [World]. The package touches no file and no clock, starts no
// goroutine, and knows nothing of editors.
//
// Package program keeps results and decides which ones still hold; host.go tells it what it
// must know of the language. Whatever the check of an item reads of other items or of the
// world goes through the recorder, or an edit elsewhere would leave a stale result.
//
// Package lint judges items after they are typed. The checker runs it through [Linter] and
// knows none of its rules. A [Pass] computes further results about items, such as what their values carry, and finds more;
// package taint is one.
//
// # Findings about the whole program
//
// No single item knows that two names are the same outside the program. Such findings come
// from names that are kept for each item. Most of them depend on the heads of items alone
// and are kept with the scope (heads.go); for the rest, only flagged items are asked.
//
// Why not in the items' results: every name in use would be one of their reads, and each
// edit would have to compare them all.
//
// # Doubt
//
// What isn't known is dynamic, and dynamic is silent: a missing schema produces one warning
// for its package and no further finding.
package check
