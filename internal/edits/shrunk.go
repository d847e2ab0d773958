package edits

import "slices"

// Shrunk is a shorter sequence of steps that fails too, found by leaving out ever smaller parts.
func Shrunk[T any](steps []T, fails func([]T) bool) []T {
	for size := len(steps) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(steps); {
			if fewer := slices.Concat(steps[:at], steps[at+size:]); fails(fewer) {
				steps = fewer
			} else {
				at += size
			}
		}
	}
	return steps
}
