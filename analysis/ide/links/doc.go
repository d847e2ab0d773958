// Package links finds what in a file leads somewhere: the directory of a component, the
// path of a file, the token of a resource or function, whose provider has documentation
// on the web.
//
// It reads the syntax and asks schemas by name, so that nothing has to be checked.
//
// Invariant: an address is built from what a schema says of its package, and from nothing
// else. A schema that names no home has no links.
package links
