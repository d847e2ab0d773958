// Package eval computes the values of expressions, for hovers and inlay hints, from the
// text of a program and the configuration of the selected stack.
//
// Values that exist only in a run (outputs of resources, answers of providers, files, the
// host) are unknown values of the type that the checker computed. Inputs of a resource are
// not assumed to come back as its outputs. Secrets are marked as in a run: each member of a
// list has its own marks. Lists are tuples and maps are objects, because a run does not
// convert their elements to one type.
//
// # Invariants
//
// Invariant: an expression that consists only of known values is known, fails, or is too
// large. It is never unknown.
//
// Invariant: only unsecret removes a mark, and only that of the value itself.
//
// Invariant: the work and the size of every value are bounded (budget.go). Anything larger
// is reported as too large, and never truncated silently.
//
// Invariant: no text from this package shows a marked value.
//
// Why our own walk and not that of the HCL library: the library has no bounds, converts
// where a run of PCL does not, and unifies the types of branches and elements.
// (PCL specification, pcl-functions.md section 3, pcl-types.md section 11.2.)
package eval
