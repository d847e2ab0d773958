// Package hierarchy finds which programs use which as components: a component block calls the
// program in its directory.
//
// Names come from the syntax, so this works before anything is checked.
package hierarchy
