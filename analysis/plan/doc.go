// Package plan tells what a run will do with the resources that exist, without running it.
//
// It follows the new program ([eval.Follow]), finds for each registration the resource that the
// engine takes it for, by its URN and its aliases, and tells what becomes of both. What exists
// comes from the state of a stack, or from another version of the program.
//
// # Invariants
//
// Invariant: a resource that is said to be kept is kept by every run of the program; where that
// depends on something that is not known, the answer is that it cannot be told.
//
// Invariant: each resource that exists, and each registration, is in exactly one answer.
package plan
