//go:build race

package schemas_test

// raceDetector says that memory is not what it is for users.
const raceDetector = true
