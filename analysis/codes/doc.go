// Package codes declares every kind of finding once: its permanent code, how bad
// it is, what it means, and a bad and a good example. Findings, `pcl-lsp explain`,
// docs/findings.md and a test that checks the examples all come from here.
//
// The package knows the words only: it does not know how a finding is found, and
// imports nothing of the project.
//
// A [Policy] changes severities by code, as users configure them.
//
// # Why
//
// Declarations are Go literals rather than embedded text files: a code, its
// severity and its explanation stand together in one place, the compiler checks
// the names, and nothing must be parsed when the program starts.
package codes
