// Package rename renames a declaration everywhere: in the program, in programs that use it as
// a component, and in stack configuration.
//
// A rename changes text only. What a run registers stays the same:
//
//   - A resource, read or component keeps the name in its URN: without a `__logicalName`
//     it gets its old name as one. Editors that show annotations let the user decline
//     this edit to get another URN. Renaming it back removes the attribute.
//     **Why** no alias: a `__logicalName` is right in every stack from the first run on, for
//     ranges, components and blocks in components that are used several times, and what is
//     below the resource keeps its names with it. An alias changes the URN, which other
//     stacks, policies and imports may know, for a name that only the program sees.
//   - An output of a program that runs by itself keeps its exported name in the same way.
//     An output of a component is renamed in the programs that use the component.
//   - A config is renamed together with everything that sets it: component blocks, and
//     keys in stack configuration. With a `__logicalName` it has two names: uses inside
//     the program are renamed there, uses outside are renamed outside.
//   - A hook has only one name and is registered under the new one.
//   - A variable of a for expression is renamed in its expression.
//
// Names that others define cannot be renamed: properties, options, packages, `range`, and keys
// of objects, whose readers cannot all be known.
//
// Invariant: after a rename the program says the same. A rename is refused, with the reason,
// if the new name is taken, would hide another name or be hidden, or if the renamed programs
// would have a new error for any reason.
//
// Invariant: after a rename of a resource or component, the engine finds everything that was
// registered by its old URN (package keep), unless no run accepts the program as it is.
//
// The package builds on [navigate], which resolves names.
package rename
