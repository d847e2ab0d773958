// Package eval computes the values that expressions have, as far as the text of a
// program and the configuration of the selected stack tell: for hovers and inlay
// hints.
//
// What a run alone can tell (outputs of resources, answers of providers, files, the
// host) is an unknown value of the type that the checker gives it. Inputs of a
// resource are not assumed to come back as its outputs. Secrets are marked, each value
// by itself, as they are when a program is run: members of a list carry marks of their
// own. Lists are tuples and maps are objects here, since a run does not convert their
// elements to one type.
//
// # Invariants
//
// Invariant: an expression that is made of known values alone is known, fails, or is
// too large. It is never unknown.
//
// Invariant: a mark is lost only by unsecret, and only that of the value itself.
//
// Invariant: the work is bounded, and so is every value (budget.go). What is beyond
// that is said to be too large, and never cut silently.
//
// Invariant: no text of this package shows a value that is marked.
//
// Why a walk of our own and not that of the HCL library: that has no bounds, converts
// where a run of PCL does not, and unifies the types of branches and elements.
// (PCL specification, pcl-functions.md section 3, pcl-types.md section 11.2.)
package eval
