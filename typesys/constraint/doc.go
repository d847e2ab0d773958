// Package constraint implements what becomes of a value that a place of a declared
// type is given: the default of a config, and the text of a stack's configuration.
// It says which value results, what was converted on the way, element by element,
// or where and why there is no value.
//
// [Of] is a declared type as a type constraint of Terraform, the model of config
// types; conversions of single values are those of go-cty. Two readings share one
// walk over value and type:
//
//   - [Convert] reads as a program does: `any` is anything, so a list(any) may mix
//     texts and lists. Properties that are not declared are dropped.
//   - [Solve] reads as Terraform does: every `any` stands for one type, which is
//     found from the value, and elements that have no one type are an error.
//   - [Parse] reads the text of a stack file, as the evaluator does: properties that
//     are not declared are an error, and missing ones become null.
//
// The package knows nothing of programs or files, and nothing of which properties
// are implicitly optional: the declared type says. Rules and sections named in the
// comments are those of the PCL specification, pcl-types.md and pcl-syntax.md.
//
// # Invariants
//
// Invariant: of types and values that both know, [Convert] gives what go-cty's own
// conversion to the constraint gives, and fails where that fails.
//
// Invariant: a value that was converted is not changed by converting it again.
//
// Invariant: the text of a note or problem never shows a value that is marked
// (secret), nor one inside of it. The names of properties are shown.
//
// # Where the reference differs
//
// The evaluator does not check that an int is whole, crashes on a tuple with too few
// elements, and takes an `any` inside a collection only in the form
// {"type": …, "value": …}. Here a fraction and a wrong length are problems at their
// place, and both forms of a nested `any` are read; that the evaluator would refuse
// the plain one is a note. Enums and constants are checked for their values.
//
// Why not go-cty's conversion alone: its errors name no place inside when types
// rule a conversion out, it does not tell what it converted, and it knows neither
// int, enums, unions nor PCL's `any`.
package constraint
