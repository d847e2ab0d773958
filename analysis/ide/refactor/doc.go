// Package refactor rewrites a program at a place without changing its meaning: it extracts
// expressions, inlines names, converts between notations, and moves declarations.
//
// [At] returns data. The package knows no editor and no protocol.
//
// # Invariants
//
//   - The edits add no error to the items they touch: every action is tried before it
//     is offered (package speculate).
//   - The outputs of the program keep their values, except as the title says: an action
//     may change secrecy. A document that becomes an object keeps its meaning, and not its white space.
//   - [Moves], [Components] and [UsedUp] keep everything that is deployed, as package keep
//     proves. What the others do to declarations is in their titles.
//   - [Components] brings no finding that the programs did not have.
//   - If a user may expect an action that is not possible, it is returned as disabled,
//     with the reason.
//
// **Why** whole resources cross into a component as configs of type any: options such as
// `parent` and `dependsOn` need the resource, no other type of a config takes one, and a run
// passes it on as it is.
//
// **Why** the instances of a range stay outside a new component: their names would begin with
// that of the component, and an alias in their block is one for all of them.
package refactor
