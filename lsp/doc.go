// Package lsp is the language server: it speaks the Language Server Protocol
// with one client over a pair of byte streams and puts the client's questions to
// the workspace and the features.
//
// It is the only package that knows the protocol: positions, URIs, message types
// and client capabilities end here. Handlers are thin. They convert the
// question, ask, and convert the answer; what an answer says is decided below.
// It deliberately does not know files, flags, processes or how a program is
// checked.
//
// # How a message travels
//
//	stream     frames in; what cannot be decoded is answered, not died of
//	dispatch   is it known, is it allowed now, inline or concurrent
//	sync       edits: documents, then the workspace, then the diagnoser is told
//	view       what one request sees, fixed at the moment it was read
//	hover …    one file per request
//	diagnoser  when findings are computed, in goroutines of its own
//	programs   of which programs, and in which order
//	shown      what the client is to be shown, and was sent
//	pull …     findings for a client that asks for them
//	outbox     frames out, by one goroutine
//
// # Invariants
//
//   - Messages take effect in the order they arrive. A request sees every edit
//     sent before it and none sent after it.
//   - Every request is answered exactly once. No notification is answered, and
//     none can end the connection but `exit`.
//   - No handler, however broken, ends the process or holds up another message.
//   - A client that does not read holds up nothing but itself, and what waits for
//     it is bounded.
//   - A context for a handler derives from the connection's context only.
//
// # Why
//
// Why nothing is published to a client that asks for findings, but for files that it
// has not open while it has not asked for the workspace: clients keep the findings that
// they are sent apart from those that they ask for, and show both. VS Code asks for
// documents and for the workspace, and so is sent nothing; a client that asks for
// documents alone would never hear of the others.
//
// Why a table between the checker and the wire: whether a client is told or asks, it is
// to see the same, each thing once, and only for the newest text.
//
// Why an own stream: the one that comes with jsonrpc2 ends the connection at the
// first frame it cannot decode, and keeps a buffer as large as the largest
// document for ever.
//
// Why an own dispatcher: the protocol package would run notifications
// concurrently, which reorders edits, and would derive contexts from one that is
// recycled with its request, which crashes the process.
//
// Why replies are queued rather than written by whoever computes them: the read
// loop replies too, and must come to read `exit` even when nobody reads its
// replies.
//
// Why a lookout that looks at files from time to time, beside the client's watching:
// schemas come from places outside of the workspace, which many clients cannot watch
// and others watch with losses. What was looked at to find a schema is known, and that
// is some dozens of files and folders, which are looked at again in a fraction of a
// millisecond. Notifications of the operating system (as by fsnotify) would come
// sooner, but not for folders that do not exist yet, not from network file systems,
// and not beyond the system's limit of watched folders, so that looking would be
// needed all the same. Files of programs are looked at in the same way, since events get
// lost and a directory that is reached through a symbolic link has none under that name:
// those of open documents and what these use each time, others in turn.
//
// Why own parameter types for document synchronisation: a change that cannot be
// decoded leaves server and client with different texts for good, so these accept
// every number and null that real clients send.
package lsp
