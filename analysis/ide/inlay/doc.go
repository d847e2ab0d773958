// Package inlay computes inlay hints: the types of locals, values that are secret or unknown
// where that is easy to overlook, and the number of instances of a range.
//
// It knows no protocol. The caller says which kinds of hints to show.
//
// Invariant: hints are sorted by their places, and each stands inside or directly behind the
// item that it is about.
package inlay
