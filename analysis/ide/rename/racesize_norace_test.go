//go:build !race

package rename_test

// See racesize_race_test.go.
const lawEvery = 1
