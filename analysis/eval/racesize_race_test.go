//go:build race

package eval_test

// The race detector makes this test ten times as slow, and there are no goroutines in it;
// make test runs it once more without it.
const markedPrograms = 1500 // TestMarksAreKept
