//go:build race

package check_test

// What a package that checks one program after another can race for, fewer programs and
// smaller ones show as well, and the race detector makes each ten times as slow. make
// test runs these tests once more without it, with all that they have.
const (
	mutationsMade = 800       // of TestMutations
	soundPrograms = 200       // of TestFlowsAreSound
	sampledTokens = 60        // of each schema, of TestValidProgramsOfLargeSchemas
	largestSchema = 5_000_000 // bytes of a compressed one: the very largest takes half a minute to be scanned
	hostileShare  = 10        // hostile programs that take seconds have this part of their size
)
