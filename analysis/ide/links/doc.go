// Package links finds links in a file: the directory of a component, the path of a file, and
// the token of a resource or function with documentation on the web.
//
// It reads the syntax and looks up schemas by name. Nothing has to be checked.
//
// Invariant: an address is built from what a schema says of its package, and from nothing
// else. A schema that names no home has no links.
package links
