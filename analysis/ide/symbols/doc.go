// Package symbols finds declarations by name in many programs at once.
//
// Names come from the syntax, so a workspace can be searched before anything is checked.
package symbols
