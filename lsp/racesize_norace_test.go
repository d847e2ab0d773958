//go:build !race

package lsp

// See racesize_race_test.go.
const (
	walkWithout  = 7
	walkWithOnly = 43
	stormLooksAt = 10
	soakRaces    = false
	extremeDepth = 1_000_000
	hugeBytes    = 50 << 20
)
