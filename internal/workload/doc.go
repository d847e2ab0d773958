// Package workload generates programs for benchmarks and stress tests of the checker: of
// any size, without findings, and with places to edit.
//
// It is a pure function from a Config to texts. It does not know the checker or the
// protocol.
//
// A place is a few characters inside a property, with texts to put there. Each text has
// the number of findings that the program then has, by construction, so the author of an
// edit knows which result to wait for.
//
// Invariant: the texts of a place have no line break, every place is alone on its line,
// and the text before it is ASCII. So edits of other places do not move it, and its line
// and column are the same in every encoding.
//
// Invariant: with the first text in every place, the program has no findings.
//
// **Why** templates with marks instead of functions that print: the measured program
// is readable as a program.
package workload
