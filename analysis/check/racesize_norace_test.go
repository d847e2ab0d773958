//go:build !race

package check_test

// See racesize_race_test.go.
const (
	mutationsMade = 4000
	soundPrograms = 400
	sampledTokens = 300
	largestSchema = 1 << 30
	hostileShare  = 1
)
