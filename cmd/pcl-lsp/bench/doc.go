// Package bench measures the server and the checker as users meet them: a server
// process of its own behind pipes, spoken to in the protocol, and `check` as a
// process and as a call.
//
// It deliberately knows nothing of how the server works: an edit is measured from
// the moment its message is written to the moment the whole message with its
// findings is there. The findings may come at once or in steps, the edited item's
// first; both times are measured, since the programs of [workload] say what to wait
// for.
//
// Machines differ and are noisy. So beside each figure stand two of the same run:
// how long hclsyntax.ParseConfig takes for the same bytes, and how long a request
// that does nothing takes on the same pipe.
//
// **Why** a client of its own: one that shared code with the server would share its
// costs and its mistakes.
package bench
