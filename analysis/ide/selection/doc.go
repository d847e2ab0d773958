// Package selection computes growing selections: the word, the expression, the attribute, the
// content of brackets, the brackets, the block, the file.
//
// It uses the syntax tree where there is one and tokens elsewhere, so selections also grow in
// broken text.
//
// Invariant: each selection is inside the next one and differs from it, and contains the
// offset.
package selection
