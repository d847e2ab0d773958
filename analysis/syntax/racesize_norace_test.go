//go:build !race

package syntax

// See racesize_race_test.go.
const editedSeeds = 6
