// Package fix says what can be done about findings: edits of the program, or
// something that only its user can do, such as installing a provider.
//
// [For] takes findings as they were just computed for a program, and answers with
// data. Each family of findings has a file of its own, and a line in the table of
// [For].
//
// It deliberately knows no editor, no protocol and no file: a [Command] says what is
// to be done and not by whom. It runs nothing, and makes no claim that a command
// succeeds.
//
// Repairs (table.go) are written down as what may be meant, and offered only when they
// turn out to take the finding away and to bring no error: the program is tried with
// them, as after an edit.
//
// # Invariants
//
//   - A fix is for one finding, and offered for no other.
//   - The edits of one fix do not overlap, and are about the program as it is.
//   - Applying the edits of a fix takes its finding away and brings no error.
//
// **Why** fixes are computed from findings and not stored in them: findings are
// computed at every keystroke and fixes when somebody asks, which is rare.
package fix
