//go:build race

package syntax

// The race detector makes this test ten times as slow, and there are no goroutines in it;
// make test runs it once more without it.
const editedSeeds = 2 // TestEditedEqualsParse
