// Package folding finds the parts of a file that an editor can fold: brackets, heredocs,
// consecutive comments, and regions between comments that start with `region` and `endregion`.
//
// It reads tokens and no syntax trees, so broken text folds too, and the result depends on
// nothing but the text.
package folding
