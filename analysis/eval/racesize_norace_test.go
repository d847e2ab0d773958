//go:build !race

package eval_test

// See racesize_race_test.go.
const markedPrograms = 6000
