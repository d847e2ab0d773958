// Package direct parses HCL that is valid, and yields the tree that
// [hclsyntax.ParseConfig] would: the same nodes with the same byte offsets and values.
// Whatever it does not know, and every error, it gives up on; the caller then asks
// hclsyntax, which knows all and explains errors.
//
// # Why
//
// Parsing is the larger half of checking a program nobody has seen yet. hclsyntax
// first makes a list of all tokens, and finds the column of each by cutting the text
// into grapheme clusters, three quarters of its lexer's time; items of ours count in
// bytes, so that nobody asks for columns. A parser that reads the text itself takes
// an eighth of the time and makes no list.
//
// Two ways were compared. A syntax tree of our own would be smaller, and everything
// behind it would have to be written anew, evaluation too. This way there is one tree,
// one meaning, and one law to test: where direct answers, hclsyntax gives the same.
// FuzzDirect looks for exceptions to it.
//
// # What it gives up on
//
// Heredocs, template directives, strip markers ("~"), \u escapes, $${ and %%{, names
// with rare letters, lone carriage returns, anything nested deeper or chained longer
// than programs are.
package direct
