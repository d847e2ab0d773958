// Package transport connects the language server with editors other than by standard input and output: at a pipe or a socket that an editor has opened, or
// at an address where the server listens.
//
// Invariant: nothing outside of this machine is dialled, and other machines are heard only if the caller says so.
//
// **Why** nobody asks an editor for a password: the protocol has none, and no editor could send one. Everybody on this machine can connect to an address
// where the server listens. They can read programs, schemas and states with it, and run nothing: plugins run only if a flag allows that. A page in a browser can
// connect too, but speaks HTTP, which the server hangs up on at the first line.
package transport
