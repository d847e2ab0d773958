// Package constraint converts values to declared types: the defaults of configs, and
// the texts of a stack's configuration. It returns the resulting value and which
// elements were converted, or where and why there is no value.
//
// [Of] returns a declared type as a type constraint of Terraform, on which config types
// are modeled. Conversions of single values are those of go-cty. Three functions share
// one walk over value and type:
//
//   - [Convert] works as a program does: `any` accepts anything, so a list(any) can mix
//     strings and lists. Undeclared properties are dropped.
//   - [Solve] works as Terraform does: every `any` stands for one type, which is
//     inferred from the value. Elements without a common type are an error.
//   - [Parse] reads the text of a stack file, as the evaluator does: undeclared
//     properties are an error, and missing ones become null.
//
// The package does not know programs or files. The declared type determines which
// properties are optional. (docs/language/configs.md)
//
// # Invariants
//
// Invariant: for types and values that go-cty supports, [Convert] returns what go-cty's
// own conversion to the constraint returns, and fails if that fails.
//
// Invariant: converting a converted value again does not change it.
//
// Invariant: a note or problem never shows a value that is marked as secret, or a part of
// one. It does show the names of properties.
//
// # Where the reference differs
//
// The evaluator does not check that an int is whole, crashes on a tuple with too few
// elements, and accepts an `any` inside a collection only in the form
// {"type": …, "value": …}. Here a fraction and a wrong length are problems at their
// place, and both forms of a nested `any` are accepted, with a note that the evaluator
// rejects the plain one. The values of enums and constants are checked.
//
// Why not go-cty's conversion alone: its errors have no place if the types exclude a
// conversion, it does not report what it converted, and it knows neither int, enums,
// unions nor PCL's `any`.
package constraint
