// Package hierarchy says which programs use which as components: a component block calls
// the program of its directory.
//
// Names come from the syntax, so that a workspace can be asked of which nothing has been
// checked.
package hierarchy
