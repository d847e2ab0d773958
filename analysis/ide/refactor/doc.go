// Package refactor rewrites a program at a place without changing its meaning: it extracts
// expressions, inlines names, and converts between notations.
//
// [At] returns data. The package knows no editor and no protocol.
//
// # Invariants
//
//   - The edits add no error to the items they touch: every action is tried before it
//     is offered (package speculate).
//   - The outputs of the program keep their values, except as the title says: an action
//     may change secrecy, and the URNs of resources that move into a component. A
//     document that becomes an object keeps its meaning, and not its white space.
//   - [Moves] and [UsedUp] keep everything that is deployed, as package keep proves. What the
//     others do to declarations is in their titles.
//   - If a user may expect an action that is not possible, it is returned as disabled,
//     with the reason.
package refactor
