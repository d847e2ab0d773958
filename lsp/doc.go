// Package lsp is the language server: it speaks the Language Server Protocol with one client over a pair of byte streams.
//
// It translates between the protocol and the features: positions, URIs, message types and client capabilities end here. Handlers are thin. They convert
// the question, call a feature, and convert the answer; the features decide what the answer says. The package knows nothing about flags, processes or how
// a program is checked.
//
// # Parts
//
//	wire/        messages in, messages out: framing, dispatch, cancellation, the end of a connection
//	publish/     which findings the client sees, and when
//	place/       URIs and paths, positions and offsets
//	client       what the client has announced
//	view         what a request sees and may use
//	hover …      one file for each request: a method of the view
//	link         messages, progress indicators and goroutines beside the answers
//	refresher, poller, reorderer, idle, watchdog
//	             small mechanisms; each knows nothing about the server
//	server       the state of a connection; sync, settings, watch, folders … change it
//	methods      the method tables
//	capabilities what the server offers
//	serve        puts everything together
//
// # How a message travels
//
// Package wire reads it, takes a view of the current state and runs the handler: inline if the handler changes the server, otherwise concurrently. A view
// does not change and does not lead back to the server, so a handler can neither see later edits nor affect other requests. didChange edits the document
// in the session and tells the publisher, which computes findings in its own goroutines.
//
// # Invariants
//
//   - A request sees every edit sent before it and none sent after it.
//   - Every request is answered exactly once, and all requests before shutdown are answered before shutdown is.
//   - Only the read loop changes the server, except for settings that the client sends as an answer.
//   - A bug in a handler costs at most one answer.
//   - Documents and files that are gone leave nothing behind in any table.
//
// # Why
//
// Why a poller, although clients watch files: schemas come from places outside the workspace, which many clients cannot watch and others watch
// unreliably. The server knows which files and folders it looked at to find a schema. These are a few dozen, and checking them takes a fraction of a
// millisecond. Operating system notifications (fsnotify) would be faster, but they do not cover folders that do not exist yet, network file systems, or more
// folders than the system allows, so polling would still be necessary. The poller checks files of programs too, since events get lost, and a directory
// behind a symbolic link gets none: those of open documents and their components each time, the others in turn.
//
// Why our own parameter types for document synchronization: a change that cannot be decoded would leave server and client with different texts, so these
// types accept every number and null that real clients send.
package lsp
