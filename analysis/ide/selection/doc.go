// Package selection says what an editor selects when a selection grows: the word, the
// expression, the attribute, what is in the brackets, the brackets, the block, the file.
//
// What there is comes from the tree where there is one and from the words of the text,
// so that selections grow in broken text too.
//
// Invariant: each selection is inside the next one and differs from it, and contains the
// offset.
package selection
