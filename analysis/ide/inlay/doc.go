// Package inlay says what an editor may show between the words of a program: the types
// of locals, which values are secret or unknown where that is not plain to see, and how
// many instances a range makes.
//
// It knows no protocol, and not which kinds of hints somebody wants to see: it is told.
//
// Invariant: hints are sorted by their places, and each stands inside or directly behind
// the item that it is about.
package inlay
