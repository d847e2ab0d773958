// Package keep makes a refactoring keep everything that a run has registered.
//
// The engine knows resources by URNs, which hold the names and types of declarations and of what
// is around them. A refactoring that changes any of that would delete what runs and create it
// again. [State] follows the programs before and after the change ([eval.Run]), compares them by
// the engine's rules ([plan.Match]), and writes into each block what keeps its resources: an alias
// with the parts that were different, or a `__logicalName` where no alias counts. Then it compares
// again.
//
// The package knows no refactoring: a refactoring says which declaration became which.
//
// # Invariants
//
// Invariant: after the change, each registration is found by exactly the registration that it
// became, in every program that is run by itself, and nothing else is deleted or created but
// local components, which are only names. Otherwise the change is refused.
//
// Invariant: what is known of the inputs of a resource is the same before and after.
//
// Invariant: the programs have no error that they did not have before.
//
// Invariant: former names that a block had are still former names of it.
//
// **Why** aliases before `__logicalName`: an alias can be removed when every stack has had it, and
// then the program says only what it means. A `__logicalName` stays. It is used where one block
// makes several registrations, which would all claim the one name of an alias, and for local
// components, whose aliases are not registered.
//
// **Why** configs with former names: a block in a component that is used twice has a former name in each use, and only the users can
// tell them apart.
//
// **Why** a local component may go that would be of another type: its aliases are not registered, and it is only a name.
//
// **Why** a component of a package keeps its URN or is refused: nobody knows what it registers, and
// that may have the component's own name in its inputs.
//
// **Why** `type = "PARENT$TYPE"` for a parent that is gone: it is the one form that needs neither
// the resource nor the name of the stack, which a URN has.
//
// **Why** it looks at the type of a range (typesys): over a bool, a block makes one resource at most,
// with no key in its name, whatever the value is.
package keep
