// Command bench measures the server and the checker as users meet them: the server as
// a process behind pipes that speaks the protocol, and check both as a process and as
// a call. Run it with make bench.
//
// The benchmark does not know how the server works. It times an edit from writing
// its message to reading the whole message with its findings. A server may publish the
// findings of the edited item first and the others later; the benchmark takes both
// times, because the generated programs of [workload] say which findings to expect.
//
// Machines differ and are noisy, so each figure comes with two yardsticks of the same
// run: the time of hclsyntax.ParseConfig for the same bytes, and the time of a request
// that does nothing on the same pipe.
//
// Why the benchmark has its own client: a client that shared code with the server
// would share its costs and its mistakes.
//
// Why a failure is a panic inside this command: a figure is only worth something if every step before it worked, so
// nothing goes on after an error. [Run] returns the failure as an error.
package main
