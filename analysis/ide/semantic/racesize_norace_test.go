//go:build !race

package semantic_test

// See racesize_race_test.go.
const editsMade = 150
