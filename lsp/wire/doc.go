// Package wire carries messages between one client and the server's handlers: framing, JSON-RPC, dispatch, cancellation, and the life of a connection
// from the first byte to the exit code.
//
// It knows the LSP base protocol (initialize, shutdown, exit, $/cancelRequest) and nothing else: no feature, no document, no workspace. The caller
// supplies two tables of handlers and a function that takes a snapshot; see [Config].
//
//	stream    reads frames and counts unanswered requests
//	intake    knows whether the client is still sending
//	salvage   delivers malformed responses to the calls that wait for them
//	dispatch  checks the phase, finds the handler, runs it inline or concurrently
//	cancel    maps $/cancelRequest to the contexts of running requests
//	outbox    writes frames from one goroutine
//	conn      starts these parts and ends them
//
// # Invariants
//
//   - Messages take effect in the order they arrive. A request sees every notification sent before it and none sent after it.
//   - Every request is answered exactly once. Notifications are never answered, and only exit ends the connection.
//   - Every request that came before shutdown is answered, possibly as cancelled, before shutdown is. If exit follows without waiting for that answer,
//     the same holds. While answers keep coming, nothing is cancelled; after [impatience] without one, the remaining requests are.
//   - No handler can end the process or delay another message, even if it panics or never returns.
//   - A client that does not read its messages blocks nobody, and the queue for it is bounded.
//   - Handler contexts derive from the connection's context only.
//
// # Why
//
// Why our own stream: the stock jsonrpc2 stream ends the connection at the first frame that it cannot decode, and it keeps a buffer as large as the
// largest message forever. Ours answers the broken frame and continues.
//
// Why Read does not return an error until the connection hangs up: jsonrpc2 drops all pending responses once Read has failed.
//
// Why our own dispatcher: protocol.NewServer runs notifications concurrently, which reorders edits. It also derives contexts from a pooled request
// context, which crashes the process when the request is recycled.
//
// Why a queue for outgoing frames: the read loop also sends responses, and it must still reach exit when the client has stopped reading.
package wire
