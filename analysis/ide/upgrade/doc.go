// Package upgrade rewrites programs for a later version of a package, and tells which changes between two versions concern a program.
//
// A program uses what its names denote: the checker knows for each name which property of which resource, function or type that is. A change concerns a program
// if it is of something that the program uses, or of something that it leaves out and that has to be given now.
//
// An upgrade gives things their new names in programs that are checked with the version before, and then repairs what a check with the later version
// rejects, with the fixes that the findings have. What is left is reported: new findings with the changes that explain them, and changes that no
// check can find.
//
// Why names and not only findings of a check against the later version: a change that is silent has no finding.
//
// Why findings and not only the comparison: a change breaks a program only if the checker says so. Most values fit a type that has changed.
package upgrade
