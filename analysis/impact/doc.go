// Package impact tells what another version of a package does to a program.
//
// A program uses what its names denote: the checker knows for each name which property of which resource, function or type that is. A change concerns a program
// if it is of something that the program uses, or of something that it leaves out and that has to be given now.
//
// What the later version rejects is what a check with it finds and a check with the version before does not. What changes silently has no finding, so it is
// looked up by name.
//
// Why findings and not only the comparison: a change breaks a program only if the checker says so. Most values fit a type that has changed.
package impact
