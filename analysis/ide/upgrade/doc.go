// Package upgrade tells which changes between two versions of a package concern a program.
//
// A program uses what its names denote: the checker knows for each name which property of which resource, function or type that is. A change concerns a program
// if it is of something that the program uses, or of something that it leaves out and that has to be given now.
//
// Why names and not findings of a check against the later version: a change that is silent has no finding.
package upgrade
