// Package loopback serves a Model Context Protocol server to clients of this machine over HTTP.
//
// It answers whoever sends the token. A web page of another site is refused even if the browser of
// the user sends it here, under whatever name.
//
// Invariant: a request without the token, for another host, or from a page of another origin
// reaches no tool.
//
// **Why** the token, on one machine: other users of the machine, and every program that runs in
// a sandbox with network access, can reach a loopback address.
package loopback
