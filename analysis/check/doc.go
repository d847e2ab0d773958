// Package check computes the types of an item, a block or a local, and finds what is wrong with it.
//
// Its results are queries of the engine (package program): the check of an item, an [Info], and its [Signature], which is all that
// other items see of it. Whatever a check reads of other items goes through the [Recorder], or an edit elsewhere would leave a stale
// result; what is outside of them (schemas, components, files, the stack) it asks through [Outside]. The package touches no file and no
// clock, starts no goroutine, and knows nothing of editors.
//
// Package checked puts items together to programs. Package lint judges items after they are typed; the checker lets [Outside.Lint]
// call it and knows none of its rules.
//
// # Doubt
//
// What isn't known is dynamic, and dynamic is silent: a missing schema produces one warning
// for its package and no further finding.
package check
