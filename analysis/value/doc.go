// Package value implements operations on values as a run of PCL performs them: conversions
// to numbers, strings and conditions, marks, and limits on size.
//
// Values are [cty.Value]s in one form: lists are tuples, maps are objects, numbers are
// doubles. Each member carries its own marks, as in a run. The package does not know
// expressions or programs. Package language describes builtin functions in terms of
// it, and package eval computes expressions with it.
//
// Invariant: no error contains a value, so none leaks a secret.
package value
