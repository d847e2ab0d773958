// Package refactorings makes refactorings of programs, for the tests of them and for recordings of what a run does afterwards. Only tests and
// internal/recorder import it.
package refactorings
