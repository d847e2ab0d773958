// Package evaluate computes the values of expressions. It knows expressions, functions and
// conversions, and nothing of programs: an [Env] says what names and calls mean.
//
// A value is known, not yet known ([cty.Value.IsKnown]), or marked ([value.Secret] and others). Instead of
// a value there is an error: of a failure of the run ([value.Fail]), or [value.ErrTooLarge].
// Lists are tuples and maps are objects, because a run does not convert their elements to one type.
//
// # Invariants
//
// Invariant: an expression that consists only of known values is known, fails, or is too
// large. It is unknown only if languages of runs make different things of it ([value.ErrUnsure]).
//
// Invariant: only unsecret removes a mark, and only that of the value itself.
//
// Invariant: the work and the size of every value are bounded ([value.Budget]). Anything larger
// is reported as too large, and never truncated silently.
//
// Why our own walk and not that of the HCL library: the library has no bounds, converts
// where a run of PCL does not, and unifies the types of branches and elements.
// (PCL specification, pcl-functions.md section 3, pcl-types.md section 11.2.)
package evaluate
