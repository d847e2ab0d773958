//go:build !race

package lsp

// See racesize_race_test.go.
const (
	walkWithout  = 7
	walkWithOnly = 43
	stormLooksAt = 10
	soakRaces    = false

	longLine   = 10 << 20
	manyBlocks = 100_000
	cutEvery   = 11 // TestCutTexts: a part of the bytes that TestSweep asks at

	extremeDepth = 1_000_000
	hugeBytes    = 50 << 20
)
