// Package eval computes the values of expressions, for hovers and inlay hints, from the
// text of a program and the configuration of the selected stack. Package evaluate evaluates;
// this one says what the names and calls of a program mean.
//
// Values that exist only in a run (outputs of resources, answers of providers, files, the
// host) are unknown values of the type that the checker computed. Inputs of a resource are
// not assumed to come back as its outputs. Secrets are marked as in a run: each member of a
// list has its own marks.
//
// Invariant: no text from this package shows a marked value.
package eval
