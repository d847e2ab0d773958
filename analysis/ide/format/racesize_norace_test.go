//go:build !race

package format_test

// See racesize_race_test.go.
const (
	lawEvery = 1
	leftDeep = 100_000
)
