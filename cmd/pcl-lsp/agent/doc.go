// Package agent serves agents that write programs: it is a server of the Model Context Protocol,
// with a tool for each question that a command or an editor asks.
//
// A tool is a function from arguments to data (a file each, check.go to upgrade.go), and a row
// of the table in tools.go. Everything else is shared: what a call may read (reach.go), unsaved
// texts (call.go), places (place.go), edits (edits.go) and the size of answers (budget.go).
// Package main chooses the transport and the flags. A server can join an editor, whose folders are
// the roots then and whose open documents count instead of files.
//
// Each call has a session of its own over the disk as it is then, and over the texts that the
// call brings along. So calls do not see each other's texts, and nothing is stale. Schemas, the
// expensive part, are shared by all calls.
//
// Invariant: a call reads only at and below the roots, links resolved, apart from schemas where
// the user put them. It runs nothing, downloads nothing, and writes only if [Options.Write] is
// set, and then only files at and below the roots.
//
// Invariant: texts of schemas are data. They are in fields named doc and behind # in texts, on
// one line each, and the server tells every client so.
//
// **Why** not the command lines: a server that runs `check --format json` in the process has no
// code of its own, but reads every file again through paths that it cannot confine, cannot take
// unsaved texts of several files, and answers with what tools want (ranges, fixes, links), which
// is five times what an agent needs. Here the same functions are asked (package ask, autofix and
// the features in analysis/ide), and only the answers differ.
//
// **Why** the official SDK, although two of its packages prepare tables before main, which makes
// every start of the program slower by 7 to 9 %, and the program is 4 MB larger (11 %): four
// versions of the protocol are in use, with two ways to ask a client for its roots, and clients
// differ.
//
// **Why** positions may name a word instead of a column: models count lines well and columns
// badly.
package agent
