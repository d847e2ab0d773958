// Package folding finds the parts of a file that an editor may fold away: what stands
// in brackets and heredocs, comments that follow each other, and regions, which are
// marked by comments that begin with `region` and `endregion`.
//
// It looks at words and never at trees, so broken text folds as well, and the answer
// depends on nothing but the text.
package folding
