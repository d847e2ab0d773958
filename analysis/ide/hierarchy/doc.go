// Package hierarchy finds which programs use which as components, and which declarations of a
// program use which. A component block calls the program in its directory; a declaration calls
// those that its text refers to.
//
// Names come from the syntax, so this works before anything is checked.
package hierarchy
