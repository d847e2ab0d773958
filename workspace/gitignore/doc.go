// Package gitignore reads files of patterns for what git ignores. It knows no files and no
// directories: a caller reads the text, and gives paths relative to the directory that it is about.
//
// Why on top of doublestar, which also matches the patterns of settings: the package of go-git brings
// fifteen modules along, and go-gitignore (sabhiram) translates to regular expressions and differs from
// git. What is left is to take a line apart. A test compares the verdicts with those of git.
package gitignore
