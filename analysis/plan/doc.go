// Package plan tells what a run will do with the resources that exist, without running it.
//
// It takes the registrations of the new program in their order ([eval.Follow]), finds for each the resource
// that the engine takes it for, by its URN and its aliases, decides what becomes of both, and says which outputs
// the program reads from then on. What exists comes from the state of a stack, or from another version of the program.
//
// It evaluates nothing: a registration comes with its inputs and options, and the evaluator knows of a step
// nothing but its outputs.
//
// Why a loop over registrations and no list of them: what a registration says depends on the outputs of those before it.
//
// # Invariants
//
// Invariant: a resource that is said to be kept is kept by every run of the program; where that
// depends on something that is not known, the answer is that it cannot be told.
//
// Invariant: each resource that exists, and each registration, is in exactly one answer.
package plan
