// Package fix computes quick fixes for findings: edits of the program, or something only the
// user can do, such as installing a provider.
//
// [For] takes findings that were just computed for a program and returns data. A fix is an
// entry in a table from code to function (table.go). Nothing else refers to the functions of
// the table, so a new fix is a function in the file of its family and a line in the table.
//
// The package knows no editor, no protocol and no file system. A [Command] describes what to
// do and leaves it to the caller. The package runs nothing and does not promise that a command
// succeeds.
//
// Most fixes are guesses. They are called repairs, and are offered only if a trial shows that
// they remove the finding and add no error. A trial checks the edited items, so it costs as
// much as a keystroke.
//
// # Invariants
//
//   - A fix belongs to one finding.
//   - The edits of one fix do not overlap and apply to the program as it is.
//   - Applying the edits of a fix removes its finding and adds no error.
//
// **Why** fixes are computed on request and not stored in findings: findings are computed at
// every keystroke, and users rarely ask for a fix.
//
// **Why** some repairs read the message of the finding ("did you mean `x`?"): this way the
// message and the fix never disagree.
package fix
