// Package publish decides which findings a client sees and when it sees them: pushed with publishDiagnostics, or pulled with textDocument/diagnostic and
// workspace/diagnostic.
//
// It uses the client through four functions and the session through snapshots; see [Config]. It knows neither the transport nor any other feature, and
// not how a program is checked: a snapshot returns reports.
//
//	focus        which programs matter, and which come first
//	programs     turns the focus and a snapshot into steps, one for each program
//	aliases      directories that have two names
//	stopped      checks that the user has stopped
//	diagnoser    runs the steps in two goroutines
//	report       the findings of a file as JSON
//	encoded      the JSON of one finding, which reports share
//	conversion   makes reports, incrementally
//	diagnostics  the conversion of one finding
//	listing      the findings of a program, compared with those that are shown
//	table        the newest findings of every file, and what the client was sent
//	document     answers textDocument/diagnostic
//	workspace    answers workspace/diagnostic
//	pulls        what the client has pulled, and when it must pull again
//	publisher    the parts put together
//
// # Invariants
//
//   - The client sees each finding once, and only for the newest text.
//   - Pushed and pulled findings are the same.
//   - Nothing here blocks the read loop: changes only cancel the running pass and signal the next one.
//   - Files that are gone leave nothing behind in any table.
//
// # Why
//
// Why a client that pulls findings still gets some pushed, for closed files until it asks for the workspace: clients keep pushed and pulled findings
// apart and show both. VS Code pulls documents and the workspace, so it is pushed nothing. A client that pulls documents only would never see the rest.
//
// Why findings in Markdown are pushed even to a client that pulls: it pulls only documents of the languages that a server is registered for, and registered
// for Markdown this one would also be asked to format it.
//
// Why a table between the diagnoser and the client: it makes push and pull agree, and a file can belong to several programs.
//
// Why a result id is a hash of the findings and not a counter: a client may keep it as long as it likes, even across restarts of the server.
package publish
