// Package programdoc describes what a program offers those who use it: its inputs and outputs, what it creates, and a block that uses it.
//
// It takes a checked program and returns plain data, which it also writes as Markdown. It knows no files: which document it is put into, and
// where, is decided by the commands.
//
// Invariant: a document depends on the program alone and is the same each time.
//
// Invariant: the value of a secret is never in a document.
//
// Invariant: text of programs is untrusted. In Markdown it makes no HTML, no image, no row of its own, and no link except to http and https.
//
// Invariant: the example of a component that has no errors has no findings but those that say
// something about the component.
package programdoc
