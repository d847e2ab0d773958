// Package faults makes the file system fail for a process, call by call: a disk with errors, a full disk, missing rights, files that vanish, and the end
// of the process itself.
//
// A test starts the process with [Start]. The process calls [Enter] first. From then on the kernel asks the test about every call that concerns a file
// below a directory of the test, before it carries the call out (seccomp with user notification). So nothing that touches files can pass by, whatever
// package does it, and the program has no code for it.
//
// A test runs something once with [None], which counts the steps. Then it lets each one fail in turn.
//
// It takes Linux 5.19 on amd64, and no sandbox around the test that forbids it: [ErrRefused] tells.
//
// Why not a file system in the program that fails: every access to files would have to go through it, and what does not would be what nobody has tested.
package faults
