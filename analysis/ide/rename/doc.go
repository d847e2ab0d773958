// Package rename changes names everywhere they are written: in the program, in
// programs that use it as a component, and in the configuration of stacks.
//
// A rename is a matter of the text alone: what a run registers stays. The rules are
//
//   - a resource, a read or a component keeps the name that its URN has: where it has no
//     `__logicalName` it gets the old name as one. An editor that shows notes shows this
//     edit apart, so that it can be declined by those who want another URN. Renamed back,
//     it loses the attribute again;
//   - the output of a program that is run by itself keeps the name under which the stack
//     exports it, in the same way. That of a component is renamed in the programs that
//     use the component;
//   - a config is renamed with all that set it: the blocks of components, and the keys in
//     the configuration of stacks. With a `__logicalName` it has two names: what is
//     written inside of the program is renamed there, what is written outside is renamed
//     outside;
//   - a hook has no other name than its own, and is registered under the new one;
//   - variables of for expressions are renamed in their expression.
//
// Names that somebody else has given cannot be renamed: properties, options, packages,
// `range`, and the keys of objects, whose users cannot all be known.
//
// Invariant: after a rename the program says the same. So a rename is refused, with the
// reason, where the new name is taken, hides another or would be hidden; and, whatever
// the reason may be, where the renamed programs would have an error that they do not
// have now.
//
// It imports [navigate], which finds what names stand for.
package rename
