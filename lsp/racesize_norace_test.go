//go:build !race

package lsp

// See racesize_race_test.go.
const (
	walkWithout  = 7
	walkWithOnly = 43
	stormEdits   = 150
	stormLooksAt = 10
	soakRaces    = false

	longLine   = 10 << 20
	manyBlocks = 100_000
	cutEvery   = 11 // TestCutTexts: a part of the bytes that TestSweep asks at

	answeredDepth   = 5_000
	questionedEvery = 1

	extremeDepth = 1_000_000
	hugeBytes    = 50 << 20
)
