// Package workload generates programs to measure and to wear out the checker with:
// as large as wanted, free of findings, and with the places to edit them.
//
// It is pure: from a Config to texts. It reads and writes nothing, knows neither
// the checker nor the protocol, and the same Config gives the same bytes.
//
// A place is a few characters inside a property with texts to put there, and each
// text says how many findings the program then has, by construction. So whoever
// makes an edit knows which answer to wait for.
//
// Invariant: no text of a place has a line break, every place is alone on its line,
// and what stands before it there is ASCII; so its line and column are the same in
// every encoding and stay what they are whatever was put into other places.
//
// Invariant: with the first text everywhere the program has no findings.
//
// **Why** templates with marks instead of functions that print: what is measured
// can be read as a program.
package workload
