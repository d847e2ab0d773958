// Package ask answers the questions that a command and a tool for agents have in common: which
// codes a pattern names, which package or token an argument names, what a run would do with a
// stack, and what an upgrade of programs changes.
//
// It takes a snapshot of a workspace and returns data. It writes nothing, and knows no flags,
// no exit codes and no protocol.
package ask
