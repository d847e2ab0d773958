//go:build race

package format_test

// The race detector makes these tests five times as slow, and there are no goroutines in
// them; make test runs them once more without it.
const (
	lawEvery = 8      // TestLawsOfParts looks at each n-th text
	leftDeep = 20_000 // TestDeepTextsAreLeftAlone
)
