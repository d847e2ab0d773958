// Package probe finds the types around the cursor in text that is being written. It puts a placeholder in place of
// the word at the cursor, closes the brackets that the text leaves open if it must, and
// checks the item as part of the program. So the types around the placeholder, and
// the type expected in its place, are those of the checker.
//
// Completion and signature help share it. It doesn't know what can be written at a
// place; they do. It also works out the expected type for features that look at whole
// programs (see [Probe.Wanted]).
//
// **Why** a placeholder: the checker notes the expected type of an expression, so
// there must be an expression.
package probe
