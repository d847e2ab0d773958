// Package edits is what tests with random sequences of changes share: a folder of the real disk that they change, and the search for the shortest sequence
// that fails.
package edits
