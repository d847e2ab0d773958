// Command record records what a run would do with programs and edits of them, for the tests of the plan and of
// refactorings: see testdata/plans/README.md and testdata/refactorings/README.md. It reads records without results, which
// tests have made up, pipes the programs through one that runs them, and writes the records with what that program answers.
//
//	go run ./internal/changes/record -cases /tmp/cases -program "COMMAND ARG…" -out testdata/plans
//
// # The protocol
//
// Any program can give the answers. It reads requests from its standard input, one JSON object on each line, and writes an answer for each,
// in the same order. Paths in requests are absolute. A request has these fields:
//
//   - id: the answer repeats it.
//   - before: the directory of a program to run; it may be left out.
//   - export: the file into which to write the state after that run, as `pulumi stack export` does; it may be left out.
//   - state: the file with a state to start from in place of before.
//   - after: the directory of a program; a preview of it follows. It is the same as before where only the run counts.
//   - config: an object from keys to values, which are all texts: lists and objects are JSON. A key is the name of a config,
//     "secret:name" for an encrypted value, or "package:name" for a value of a package. The project is proj and the stack test, or those of the state.
//
// An answer has id; failed (before, state, after, or crash) and error, if something failed; plan, the preview, with
// steps, registered, diags, notes and error as [changes.Outcome] declares them; and up with the same fields, the run of before.
//
// The program must answer for the providers: every package has one that knows only its schema. README.md says how they behave.
package main
