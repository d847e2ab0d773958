// Package disk reads files, remembers what it saw, and checks whether that is still true.
//
// Everything in the workspace that keeps a result computed from files needs the same
// answer: did anything change that the result depends on? Schemas, settings, project
// and stack files, the files that a program names, and the results that `check` keeps
// between runs all get it here.
//
// # Observations
//
// A [Look] is one way of looking at a path: does something exist there, what is its
// stamp, which names does a directory hold, what is the text, where do links lead. A [View]
// is what the look showed. Absence is a view like any other, so a file that appears later
// is a change.
//
// [Seen] is a file system that records each look with its view. Code that computes a
// result reads through a Seen and keeps it with the result. [Check] takes the same
// looks again, each path once for all results, and compares. [Prints] identify what was
// seen for other processes and other machines.
//
// A look records no more than the caller relies on. A caller that only asks whether an
// asset exists does not depend on its content, and a caller that wants the schemas in a
// directory does not depend on the other names there.
//
// # Looking once
//
// [Once] is for commands that end by themselves. It looks at each path once, and does
// not look for a name that a listed directory lacks. Every program asks for project
// files, settings and schema folders in all directories above it; five hundred programs
// ask for the same ones. A command promises no more than the state of the disk at some
// moment while it ran.
//
// # Texts
//
// A text counts as unchanged if its stamp is unchanged. If the stamp differs, or was too
// fresh to be trusted (see [Stamp.SettledAt]), the SHA-256 of the text decides: after a
// fresh checkout all stamps are new and no text is. Prints contain no text, and their
// hashes of texts are salted.
//
// # Paths
//
// Paths are absolute, clean and use slashes on every system. [Seen] also accepts paths
// in the form of the system.
//
// # What this package does not know
//
// It does not know what any file is for, which documents are open in an editor, or when
// to check. It watches nothing: its callers decide when to look again.
//
// Why recording file systems and not one table of all files with version numbers, as
// some language servers have: the table must learn which versions each result used,
// which is this recording again, and it must decide when to forget a file. An
// observation lives and dies with the result that depends on it.
//
// Invariant: what was read for a program looks the same only if another run with the same
// settings would find the same in it.
package disk
