//go:build race

package semantic_test

// The race detector makes this test ten times as slow, and there are no goroutines in it;
// make test runs it once more without it.
const editsMade = 40 // TestEdits
