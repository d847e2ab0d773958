// Package value is the arithmetic of values: how a run of PCL reads a value as a number,
// string or condition, which marks a value carries, and how large it may get.
//
// Values are [cty.Value]s in one form: lists are tuples, maps are objects, numbers are
// doubles. Each member carries its own marks, as in a run. The package knows no
// expressions and no programs. Package language describes builtin functions in terms of
// it, and package eval computes expressions with it.
//
// Invariant: no error contains a value, so none leaks a secret.
package value
