//go:build race

package rename_test

// The race detector makes this test five times as slow, and there are no goroutines in it;
// make test runs it once more without it.
const lawEvery = 8 // holdsFor renames each n-th name that is written in a fixture
