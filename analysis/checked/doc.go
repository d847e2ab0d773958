// Package checked makes programs whose items are checked, and reports what is wrong with them.
//
// A [Program] is made of the parsed files of one directory. Making one is cheap: names are
// collected and nothing is checked. [Program.Check] checks one item, and [Program.Report] all of them. The world outside the
// directory (schemas, component directories, files) is asked through [World].
//
// Package program keeps results and decides which ones still hold; host.go tells it what it must know of the language, and view.go
// answers what the checks of items ask. A [Pass] computes further results about items, such as what their values carry, and finds more;
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
package checked
