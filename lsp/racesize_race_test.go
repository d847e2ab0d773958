//go:build race

package lsp

// The race detector makes these tests ten times slower. A few places are enough to find races; make test runs the tests again without the detector for
// the others.
const (
	walkWithout  = 61   // bytes between the places of TestCapabilities, for a client that lacks a capability
	walkWithOnly = 251  // the same for one that has a single one
	stormEdits   = 60   // TestStorm
	stormLooksAt = 30   // TestStorm compares the answers about each n-th version with those of a fresh server
	soakRaces    = true // TestSoak builds a server with the race detector

	longLine   = 1 << 20 // TestLongLineAndManyBlocks
	manyBlocks = 5_000
	cutEvery   = 17 // TestCutTexts: a part of the bytes that TestSweep asks at

	answeredDepth   = 2_500 // TestDeepTextsAreAnswered
	questionedEvery = 8     // FuzzQuestions takes each n-th of the texts of fixtures

	extremeDepth = 100_000
	hugeBytes    = 5 << 20
)
