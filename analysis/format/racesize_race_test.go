//go:build race

package format_test

// The race detector makes this test five times as slow, and there are no goroutines in it;
// make test runs it once more without it.
const lawEvery = 8 // TestLawsOfParts looks at each n-th text
