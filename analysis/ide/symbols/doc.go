// Package symbols finds declarations by name in many programs at once.
//
// Names come from the syntax, so that a workspace can be searched of which nothing has
// been checked.
package symbols
